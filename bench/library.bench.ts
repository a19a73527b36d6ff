/**
 * Ten thousand notes of one user among a hundred thousand, zh and en: each list and search call against the same result by hand, in turn
 * in one run; a collection of 5,000 and 500 collections; and the page in Chromium on a processor slowed down four times.
 * `node bench/library.bench.ts 2000 2000`: notes of the one user, and of others. `node bench/library.bench.ts make`, then `lists`,
 * `searches`, `collections`, `opening`, `scrolling` or `scrolling list`: in parts, on a library that is kept in `.cache`. Loopback
 * only.
 */
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { createTestClient } from '../tests/harness/http/client.ts';
import type { BareItem } from './bare-page.ts';
import { measureCalls } from './library/calls.ts';
import { callsOf, isCallPart } from './library/calls-by-hand.ts';
import { openLibrary } from './library/kept.ts';
import { isView, measureOpening, measureScrolling } from './library/pages.ts';

const given = process.argv.slice(2);
const [own = 10_000, others = 90_000] = given.filter((word) => Number(word) > 0).map(Number);
const named = given.filter((word) => !(Number(word) > 0));
const parts = named.length > 0 ? named : ['lists', 'searches', 'collections', 'opening', 'scrolling'];

const opened = await openLibrary({ own, others, keep: named.length > 0 });
const { server, query, library, cookie } = opened;
try {
  process.stdout.write(`\n${own} notes of one user among ${own + others}\n`);
  for (const part of parts.filter(isCallPart)) {
    process.stdout.write(`\n${part}\n`);
    const client = createTestClient(server.url, cookie);
    await measureCalls(client, query, library, await callsOf(part, { client, library, own }));
  }
  if (parts.includes('opening') || parts.includes('scrolling')) await inBrowser();
} finally {
  await opened.close();
}

async function inBrowser(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.GLEANER_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const large = await contextOf(browser, cookie);
    process.stdout.write('\n');
    if (parts.includes('opening')) {
      const small = await contextOf(browser, await opened.smallLibrary());
      await measureOpening({ large, small }, server.url);
    }
    if (parts.includes('scrolling'))
      await measureScrolling({ browser, context: large, url: server.url, items: await firstItems() }, named.filter(isView));
  } finally {
    await browser.close();
  }
}

async function contextOf(browser: Browser, signedIn: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = signedIn.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: server.url }]);
  await context.addInitScript(`localStorage.setItem('gleaner.tour.v1.guest', 'shown')`);
  return context;
}

/** As many items as are shown on the screens that are scrolled. */
async function firstItems(): Promise<BareItem[]> {
  const client = createTestClient(server.url, cookie);
  const items: BareItem[] = [];
  for (let cursor: string | null | undefined; items.length < 400 && cursor !== null; ) {
    const page = await client.rpc.user.videos.query({ limit: 30, ...(cursor === undefined ? {} : { cursor }) });
    for (const { title, excerpt, cover_url } of page.uniqueVideos)
      items.push({ title: title ?? '', text: excerpt ?? '', picture: cover_url });
    cursor = page.nextCursor;
  }
  return items;
}

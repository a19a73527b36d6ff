/**
 * The content page of a ten-hour talk and of a PDF of 1,000 pages: from the press to the note, from pointing at a place to its
 * card, from a press to its answer, and how long tasks hold the page up on a processor slowed down four times. A talk of two
 * minutes is the baseline.
 *   node bench/content-page.bench.ts cards presses     those parts alone: openings, bytes, cards, presses, scrolling
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { summariseUpload } from '../tests/harness/browser/recording.ts';
import { welcomeBefore } from '../tests/harness/browser/welcome-before.ts';
import { makePdf } from '../tests/harness/files/make-documents.ts';
import { chanceOf, sentence, toSrt, wholeTrack } from '../tests/harness/files/make-tracks.ts';
import { startTestServer } from '../tests/harness/http/server.ts';
import { bareTasks, cellsOf, columns, slow } from './bare-page.ts';
import { pressMs, watchPresses } from './page-presses.ts';
import { pageTasks } from './page-tasks.ts';

const parts = new Set(process.argv.slice(2));
const wanted = (part: string) => parts.size === 0 || parts.has(part);

const openings = 7;
const cards = 12;

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const note = (page: Page) => page.getByRole('article', { name: 'Note' });

function row(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(44)} ${cells.map((cell) => cell.padStart(cells.length > 1 ? 9 : 0)).join('')}\n`);
}

async function add(page: Page, name: string, buffer: Buffer): Promise<string> {
  return `/content/${await summariseUpload(page, { name, buffer }, { timeoutMs: 600_000 })}`;
}

function track(seconds: number, seed: number): Buffer {
  return Buffer.from(toSrt(wholeTrack('en', seconds, chanceOf(seed)).cues));
}

function pagesOfPdf(): { text: string; size: number }[][] {
  const chance = chanceOf(5);
  return Array.from({ length: 1000 }, (_, index) => [
    { text: `Part ${index + 1}`, size: 18 },
    ...Array.from({ length: 24 }, () => ({ text: sentence('en', chance).slice(0, 90), size: 11 })),
  ]);
}

/** Opens the content from its row in the library, as a reader would; the content's own queries are not in the cache. */
async function openingMs(browser: Browser, state: string, url: string, path: string): Promise<number> {
  const times: number[] = [];
  for (let opening = 0; opening < openings; opening++) {
    const context = await browser.newContext({ baseURL: url, locale: 'en-US', storageState: state });
    await context.addInitScript(welcomeBefore);
    const page = await context.newPage();
    await page.goto('/user/videos');
    const link = page.locator(`main a[href="${path}"]`).first();
    await link.waitFor();
    await sleep(500);
    const started = performance.now();
    await link.click();
    await note(page).waitFor();
    times.push(performance.now() - started);
    await context.close();
  }
  return median(times);
}

/** Times by the browser's own clock, from pointing at a place to the frame that shows its card. */
async function cardTimes(page: Page): Promise<number[]> {
  await page.evaluate(`{
    globalThis.cardTimes = [];
    let from = null;
    addEventListener('pointerover', ({ target }) => {
      if (target instanceof Element && target.closest('button[data-anchor]')) from ??= performance.now();
    }, true);
    new MutationObserver(() => {
      if (from === null || !document.querySelector('[role=dialog]')) return;
      const started = from;
      from = null;
      requestAnimationFrame(() => cardTimes.push(performance.now() - started));
    }).observe(document.body, { childList: true, subtree: true });
  }`);
  const places = note(page).locator('button[data-anchor]');
  const count = await places.count();
  for (let card = 0; card < cards; card++) {
    const place = places.nth(Math.floor((card * count) / cards));
    await place.scrollIntoViewIfNeeded();
    await page.mouse.move(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await place.hover();
    await page.getByRole('dialog').waitFor();
  }
  return page.evaluate(() => (globalThis as unknown as { cardTimes: number[] }).cardTimes);
}

async function wheel(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, step % 12 === 11 ? 40_000 : 600);
    await sleep(60);
  }
  await sleep(500);
}

type Scrolled = { element: ReturnType<Page['locator']>; steps: number; texts: readonly string[] };

/** Scrolls the page, and a bare page with the same words in as many parts. */
async function scroll(page: Page, name: string, { element, steps, texts }: Scrolled): Promise<void> {
  const items = texts.map((text) => ({ text }));
  const bare = await bareTasks({ browser, context: page.context(), items, shape: 'text' }, (other) => wheel(other, steps));
  row(`  ${name}, a bare page`, ...cellsOf(bare));
  await page.bringToFront();
  await element.hover();
  row(name, ...cellsOf(await pageTasks(browser, () => wheel(page, steps)), bare));
}

/**
 * The bytes over the wire for a browser that was never here. Where the service worker answers, the browser counts the bytes of
 * the uncompressed script, three times as many.
 */
async function scriptBytes(browser: Browser, state: string, url: string, path: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', storageState: state, serviceWorkers: 'block' });
  await context.addInitScript(welcomeBefore);
  const page = await context.newPage();
  await page.goto(path);
  await note(page).waitFor();
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.m?js(?:\?|$)/.test(name))
      .reduce((sum, entry) => sum + (entry as unknown as { encodedBodySize: number }).encodedBodySize, 0),
  );
  await context.close();
  return bytes;
}

async function presses(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await note(page).waitFor();
  await sleep(1500);
  await watchPresses(page);
  const tab = (name: string) => page.getByRole('tab', { name });
  const press = async (name: string, target: ReturnType<Page['locator']>) => row(name, `${await pressMs(page, target)} ms`);
  for (const name of ['Transcript', 'Mind map']) {
    await press(`  tab ${name}`, tab(name));
    if (name === 'Mind map') await press('  chapter of the map', page.locator('[data-toggle]').first());
    await press(`  tab Summary, from ${name}`, tab('Summary'));
  }
  await press('  menu of actions', page.getByRole('button', { name: 'More actions' }));
  await page.keyboard.press('Escape');
  await press('  questions beside the note', page.getByRole('group', { name: 'Note actions' }).getByRole('button').first());
  await press('  close them', page.getByRole('group', { name: 'Side pane' }).getByRole('button', { name: 'Close side pane' }));
  await press('  edit', page.getByRole('button', { name: 'Edit note' }));
}

async function scrolling(page: Page, long: string, pdf: string): Promise<void> {
  row('slowed four times', ...columns);
  await page.goto(long);
  await note(page).waitFor();
  await sleep(2000);
  await slow(page);
  const parts = await note(page).locator('p, li, h2, h3').allTextContents();
  await scroll(page, 'note of ten hours', { element: note(page), steps: 48, texts: parts });
  await page.goto(`${long}?tab=subtitle`);
  const script = page.getByRole('region', { name: /lines/ }).first();
  await script.waitFor();
  await sleep(2000);
  const lines = wholeTrack('en', 36_000, chanceOf(4)).cues.map(({ text }) => text);
  await scroll(page, 'script of ten hours', { element: script, steps: 96, texts: lines });

  await page.goto(`${pdf}?tab=pdf`);
  const pages = page.getByRole('region', { name: 'PDF pages' });
  await pages.locator('canvas').first().waitFor();
  await sleep(2000);
  const texts = pagesOfPdf().map((lines) => lines.map(({ text }) => text).join(' '));
  await scroll(page, 'PDF of 1,000 pages', { element: pages, steps: 96, texts });
}

const dataDir = join(tmpdir(), `gleaner-page-${process.pid}`);
const statePath = join(tmpdir(), `gleaner-page-${process.pid}.json`);
const server = await startTestServer({ dataDir });
const browser = await chromium.launch({
  executablePath: process.env.GLEANER_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await context.addInitScript(welcomeBefore);
  const page = await context.newPage();
  const long = await add(page, 'ten hours.srt', track(36_000, 4));
  await context.storageState({ path: statePath });

  if (wanted('openings')) {
    const short = await add(page, 'two minutes.srt', track(120, 3));
    const shortMs = await openingMs(browser, statePath, server.url, short);
    const longMs = await openingMs(browser, statePath, server.url, long);
    row('press to note, two minutes', `${shortMs.toFixed(0)} ms`);
    row('press to note, ten hours', `${longMs.toFixed(0)} ms, ${(longMs / shortMs).toFixed(2)} of two minutes`);
  }
  if (wanted('bytes')) {
    const bytes = await scriptBytes(browser, statePath, server.url, long);
    row('script of the page, compressed', `${(bytes / 1024).toFixed(0)} KB`);
  }
  if (wanted('cards')) {
    await page.goto(long);
    await note(page).waitFor();
    const shown = await cardTimes(page);
    row('pointing to card, ten hours', `median ${median(shown).toFixed(0)} ms, longest ${Math.max(...shown).toFixed(0)} ms`);
  }
  if (wanted('presses')) {
    row('press to answer, ten hours', '');
    await presses(page, long);
  }
  if (wanted('scrolling')) await scrolling(page, long, await add(page, 'thousand pages.pdf', makePdf({ pages: pagesOfPdf() })));
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(statePath, { force: true });
}

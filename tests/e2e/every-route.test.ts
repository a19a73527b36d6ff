/** Every route there is, on a desk and on a phone: it stands still while it comes, and everybody can use it, in both themes. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser/e2e.ts';
import { ports } from '../harness/browser/e2e-ports.ts';
import { startOwnServer } from '../harness/browser/e2e-server.ts';
import { call } from '../harness/browser/guests.ts';
import { recording, serveTone, summariseUpload } from '../harness/browser/recording.ts';
import { makePdf } from '../harness/files/make-documents.ts';
import { chanceOf, sentence } from '../harness/files/make-tracks.ts';
import type { TestServer } from '../harness/http/server.ts';
import { expectNoSidewaysScroll, expectNoViolations, expectNoViolationsInEitherScheme } from './settled.ts';
import { countAnew, countShifts, shifted } from './stillness.ts';

const mostShift = 0.02;
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** What addresses name. */
type Library = { recording: string; pdf: string; collection: string; link: string };

/** Addresses of each route: more than one where it has several faces. */
const addresses: Record<string, (library: Library) => string[]> = {
  '/': () => ['/'],
  '/add': ({ link }) => [`/add?url=${encodeURIComponent(link)}`],
  '/desktop': () => ['/desktop'],
  '/explore/channel': () => ['/explore/channel'],
  '/explore/podcast': () => ['/explore/podcast'],
  '/popular': () => ['/popular'],
  '/content/': () => ['/content'],
  '/content/$contentId': ({ recording, pdf }) => [
    `/content/${recording}`,
    `/content/${pdf}?tab=pdf`,
    `/content/${recording}?tab=subtitle`,
  ],
  '/s/$': ({ link }) => [`/s/${encodeURIComponent(link)}`],
  '/user/admin': () => ['/user/admin'],
  '/user/channels': () => ['/user/channels'],
  '/user/digest': () => ['/user/digest', '/user/digest?week=2026-10-05'],
  '/user/collections/': () => ['/user/collections', '/user/collections?tab=public'],
  '/user/ask': () => ['/user/ask'],
  '/user/smart-folders': () => ['/user/smart-folders'],
  '/user/tags': () => ['/user/tags'],
  '/user/profile': () => ['/user/profile'],
  '/user/reset-password': () => ['/user/reset-password'],
  '/user/settings': () => ['/user/settings'],
  '/user/sign-in': () => ['/user/sign-in'],
  '/user/sign-up': () => ['/user/sign-up'],
  '/user/verify-email': () => ['/user/verify-email'],
  '/user/videos': () => ['/user/videos'],
  '/user/collections/$id': ({ collection }) => [`/user/collections/${collection}`],
  '/user/outputs/highlight': () => ['/user/outputs/highlight'],
  '/user/prompts/custom': () => ['/user/prompts/custom'],
  '/user/prompts/public': () => ['/user/prompts/public'],
};

/** First a face of every route, then the other faces: two in a row are different pages. */
function inTurn(of: Library): string[] {
  const all = Object.values(addresses).map((faces) => faces(of));
  return [0, 1, 2].flatMap((turn) => all.flatMap((faces) => faces[turn] ?? []));
}

/** Colours do not depend on the width: on a phone only the pages that have bars of their own there are checked in the dark too. */
const isDarkToo = (size: string, where: string) => size === 'desk' || where === '/' || where.startsWith('/content/');

let server: TestServer;
let library: Library;
let state: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

// One server and one library for both.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ browser, site }, info) => {
  const allowed = `127.0.0.1:${ports.site(info.parallelIndex)}`;
  server = await startOwnServer({ env: { ACCOUNTS: 'open', GLEANER_FETCH_ALLOW: allowed } });
  site.on('/every-route', {
    body: `<title>The Long Way</title><article><h1>The Long Way</h1>${'<p>It leads past nine ovens and one mill.</p>'.repeat(9)}</article>`,
  });
  const page = await browser.newPage({ baseURL: server.url, locale: 'en-US' });
  library = await fillLibrary(page, `${site.url}/every-route`);
  state = await page.context().storageState();
  await page.context().close();
});
test.afterAll(async () => {
  await server.stop();
  server.remove();
});

/** Of the first account, which looks after the server. */
async function fillLibrary(page: Page, link: string): Promise<Library> {
  await call(page, server.url, 'account.signUp', {
    email: 'root@example.org',
    password: 'correct horse battery',
    language: 'en',
  });
  const chance = chanceOf(31);
  const lines = () => Array.from({ length: 12 }, () => ({ text: sentence('en', chance), size: 9, gap: 40 }));
  const report = makePdf({ pages: Array.from({ length: 4 }, lines), info: { Title: 'Kiln report' } });
  const [talk, pdf] = await Promise.all([
    summariseUpload(page, { name: 'barn-talk.mkv', buffer: recording() }),
    summariseUpload(page, { name: 'kiln.pdf', buffer: report }),
  ]);
  const words = { exact: 'grain', prefix: 'The village kept its ', suffix: ' in a stone barn', start: 21, alone: false };
  const [{ collection }] = await Promise.all([
    call<{ collection: { id: string } }>(page, server.url, 'share.createCollection', { name: 'Ovens', contentIds: [talk, pdf] }),
    call(page, server.url, 'smartFolder.create', {
      name: 'About ovens',
      tags: ['oven'],
      match_type: 'any',
      rules: { types: ['local'] },
    }),
    call(page, server.url, 'prompt.create', { title: 'What is secret', customPrompt: 'What is kept secret?' }),
    call(page, server.url, 'highlights.create', {
      id: crypto.randomUUID(),
      contentId: talk,
      highlight_text: words.exact,
      scope: 'article',
      section_id: '#t=0',
      content_key: 'article',
      colour: 'yellow',
      anchors: words,
    }),
  ]);
  return { recording: talk, pdf, collection: collection.id, link };
}

/** Calls that are under way. Their answers come after the page has been drawn without them. */
function watchCalls(page: Page): Set<unknown> {
  const open = new Set<unknown>();
  const isCall = (url: string) => url.includes('/api/trpc/');
  page.on('request', (request) => isCall(request.url()) && request.method() === 'POST' && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return open;
}

const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** A page in the first place of which nothing is known yet: each route is gone to inside of it, and its answers come late. */
async function openApp(page: Page): Promise<(address: string) => Promise<void>> {
  const calls = watchCalls(page);
  // Its branches are open: one opens with the press that leads into it, and here nobody presses.
  await page.addInitScript(() => localStorage.setItem('gleaner.sidebar-branches', 'records outputs explore'));
  await countShifts(page);
  await serveTone(page);
  await page.route(/\/api\/trpc\//, async (route) => {
    // A page that is left has no frames any more.
    if (route.request().method() === 'POST') await drawn(page).catch(() => undefined);
    await route.fallback();
  });
  await page.goto('/no/such/page');
  const busy = page.locator('main [aria-hidden].animate-pulse-soft');
  return async (address) => {
    await countAnew(page);
    await page.evaluate((to) => {
      for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
      history.pushState({}, '', to);
    }, address);
    await expect(page.locator('h1:not([data-left])')).toBeAttached();
    await expect.poll(async () => (await busy.count()) + calls.size, { intervals: [20, 50] }).toBe(0);
    await drawn(page);
  };
}

test('SHL-08 the routes of this test are those of the product', () => {
  const tree = readFileSync(new URL('../../src/web/route-tree.gen.ts', import.meta.url), 'utf8');
  const routes = new Set([...tree.matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path));
  expect(new Set(Object.keys(addresses))).toEqual(routes);
});

for (const [size, viewport] of Object.entries(sizes)) {
  test(`SHL-08 no route shifts, reaches over the edge, or has a fault in either theme (${size})`, async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: state,
      locale: 'en-US',
      viewport,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const goTo = await openApp(page);
    for (const where of inTurn(library)) {
      await test.step(where, async () => {
        await goTo(where);
        const { sum, shifts } = await shifted(page);
        expect.soft(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(mostShift);
        // Themes differ in colours only: each page is come to in one of them.
        if (isDarkToo(size, where)) await expectNoViolationsInEitherScheme(page, () => expectNoSidewaysScroll(page));
        else {
          await expectNoViolations(page, { where });
          await expectNoSidewaysScroll(page);
        }
        expect.soft(problems.splice(0), where).toEqual([]);
      });
    }
    await context.close();
  });
}

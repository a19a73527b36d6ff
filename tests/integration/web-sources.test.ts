/** Web pages and links to documents, from the link to the stored note: what is drawn, partial, shared, or not to be had. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '#infra/page-renderer/find-chromium.ts';
import { watchBrowsers } from '../harness/browser/own-browsers.ts';
import { makeDocx, wordParagraph } from '../harness/files/make-documents.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const chromium = findChromium(process.env.CHROMIUM_PATH ?? null);
let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { RENDER_PAGES: 'true', ...(chromium ? { CHROMIUM_PATH: chromium } : {}) } });
});
let closed: Promise<void> | undefined;
function close(): Promise<void> {
  closed ??= world.close();
  return closed;
}
afterAll(close);

const html = (body: string) => ({ body, type: 'text/html; charset=utf-8' });
const sentences = (subject: string) =>
  Array.from(
    { length: 14 },
    (_, i) => `Report ${i + 1} on ${subject} says that the ferry crossed ${i + 2} times before noon, in wind and snow.`,
  );

test.skipIf(chromium === null)(
  'SUM-09 a page that only its scripts fill becomes a note, drawn in a browser',
  async () => {
    const { internet } = world;
    internet.on(
      'https://drawn.example.org/ferry',
      html('<title>…</title><div id="root"></div><script type="module" src="/app.js"></script>'),
    );
    internet.on('https://drawn.example.org/app.js', {
      type: 'text/javascript',
      body: `const { title, lines } = await (await fetch('/data.json')).json(); document.title = title;
      document.getElementById('root').innerHTML = '<main><article><h1>' + title + '</h1>' + lines.map((l) => '<p>' + l + '</p>').join('') + '</article></main>';`,
    });
    internet.on('https://drawn.example.org/data.json', {
      type: 'application/json',
      body: JSON.stringify({ title: 'The winter ferry', lines: sentences('the winter ferry') }),
    });
    const detail = await summarise(world.client(), 'https://drawn.example.org/ferry');
    expect(detail).toMatchObject({ status: 'completed', kind: 'page', title: 'The winter ferry', partial: false });
    expect(detail.note).toContain('ferry crossed');
    // Its cover: the page names no picture.
    const icon = 'drawn.example.org/favicon.ico';
    expect(internet.unexpected.filter((path) => path.startsWith('drawn.') && path !== icon)).toEqual([]);
  },
  90_000,
);

test.skipIf(chromium === null)(
  'SUM-09 a page that draws nothing keeps its typed state',
  async () => {
    world.internet.on('https://hollow.example.org/', html('<div id="root"></div><script src="/app.js"></script>'));
    world.internet.on('https://hollow.example.org/app.js', { type: 'text/javascript', body: '' });
    const detail = await summarise(world.client(), 'https://hollow.example.org/');
    expect(detail).toMatchObject({ status: 'failed', problem: { code: 'page_needs_browser' } });
  },
  90_000,
);

test('SUM-09 a partly free text becomes a note of that part, labelled so', async () => {
  const open = articleHtml('the salt road').replace(
    '</article>',
    '<div class="paywall"><p>Subscribe to continue reading.</p></div></article>',
  );
  world.internet.on('https://paid.example.org/salt', html(open));
  const detail = await summarise(world.client(), 'https://paid.example.org/salt');
  expect(detail).toMatchObject({
    ...{ status: 'completed', partial: true, title: 'the salt road' },
    articleFrameUrl: 'https://paid.example.org/salt',
  });
});

test('SUM-09 a shared document becomes a note; a private one says what to do', async () => {
  const id = '1sharedsharedsharedshared';
  world.internet.on(`https://docs.google.com/document/d/${id}/export`, {
    body: makeDocx(
      sentences('the long bridge')
        .map((text) => wordParagraph(text))
        .join(''),
    ),
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    headers: { 'content-disposition': 'attachment; filename="The long bridge.docx"' },
  });
  const client = world.client();
  expect(await summarise(client, `https://docs.google.com/document/d/${id}/edit?usp=sharing`)).toMatchObject({
    status: 'completed',
    kind: 'document',
    title: 'The long bridge',
    articleFrameUrl: null,
  });
  world.internet.on('https://docs.google.com/document/d/1closedclosedclosedclosed/export', {
    body: '',
    status: 401,
    type: 'text/html',
  });
  expect(await summarise(client, 'https://docs.google.com/document/d/1closedclosedclosedclosed/edit')).toMatchObject({
    status: 'failed',
    problem: { code: 'document_access_denied' },
  });
});

test('SUM-09 a Spotify episode without a feed keeps its title', async () => {
  const entity = {
    title: 'Only here',
    subtitle: 'The Locked Hour',
    duration: 2_520_000,
    releaseDate: { isoString: '2026-02-03T05:00:00Z' },
  };
  const data = JSON.stringify({ props: { pageProps: { state: { data: { entity } } } } });
  world.internet.on(
    'https://open.spotify.com/embed/episode/5onlyonlyonlyonlyonly5',
    html(`<script id="__NEXT_DATA__" type="application/json">${data}</script>`),
  );
  world.internet.on('https://itunes.apple.com/search', { type: 'application/json', body: '{"results":[]}' });
  const detail = await summarise(world.client(), 'https://open.spotify.com/episode/5onlyonlyonlyonlyonly5');
  expect(detail).toMatchObject({
    status: 'failed',
    title: 'Only here',
    siteName: 'The Locked Hour',
    durationSeconds: 2520,
    problem: { code: 'episode_not_found' },
  });
});

// Last, since it ends the server of this file.
test.skipIf(chromium === null)(
  'the browser ends with the server',
  async () => {
    world.internet.on(
      'https://last.example.org/',
      html(
        `<script>document.write('<article>' + ${JSON.stringify(
          sentences('the last page')
            .map((text) => `<p>${text}</p>`)
            .join(''),
        )} + '</article>')</script>`,
      ),
    );
    expect((await summarise(world.client(), 'https://last.example.org/')).status).toBe('completed');
    const browsers = watchBrowsers(world.server.pid);
    expect(browsers.running()).not.toEqual([]);
    await close();
    // What is told to end does so in a moment of its own.
    await waitFor('the end of the browser', () => (browsers.running().length === 0 ? true : undefined));
    browsers.stop();
  },
  120_000,
);

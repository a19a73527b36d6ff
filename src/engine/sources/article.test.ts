import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import type { EnginePorts, FetchResponse, GuardedFetch } from '../ports.ts';
import type { ExtractedPage } from '../raw-content.ts';
import { rasterExtension } from './article/cover.ts';
import { articleSource } from './article.ts';
import type { ResolveContext } from './source.ts';

type Answer = { status?: number; type: string | null; body: Uint8Array | string; url?: string };

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const page: ExtractedPage = {
  text: 'First paragraph of the page.\nSecond paragraph of the page.',
  markdown: 'First paragraph of the page.\n\nSecond paragraph of the page.',
  title: 'A page',
  author: 'Ada Field',
  date: '2024-05-02',
  siteName: null,
  coverUrl: null,
  language: 'en',
  description: null,
  canonicalUrl: null,
};

function setup(answers: Record<string, Answer>, extracted: Partial<ExtractedPage> = {}) {
  const asked: { url: string; headers: Record<string, string> | undefined }[] = [];
  const blobs = new Map<string, Uint8Array>();
  let cancelled = 0;
  const fetch: GuardedFetch = async (url, options) => {
    asked.push({ url, headers: options.headers });
    const answer = answers[url];
    if (!answer) throw new AppError('fetch_failed');
    const bytes = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body;
    const response: FetchResponse = {
      status: answer.status ?? 200,
      url: answer.url ?? url,
      headers: new Headers(answer.type ? { 'content-type': answer.type } : {}),
      body: (async function* () {
        yield bytes;
      })(),
      bytes: async () => bytes,
      cancel: async () => {
        cancelled++;
      },
    };
    return response;
  };
  const unused = (): never => {
    throw new Error('not used by this source');
  };
  const ports: EnginePorts = {
    compute: computeHere,
    fetch,
    extractPage: async () => ({ ...page, ...extracted }),
    readDocument: async () => {
      throw new Error('a page is no document');
    },
    media: { probe: unused, subtitles: unused, cover: unused, sound: unused },
    blobs: {
      put: async (key, bytes) => {
        if (!(bytes instanceof Uint8Array)) return unused();
        blobs.set(key, bytes);
        return { size: bytes.length };
      },
      localPath: unused,
      delete: unused,
    },
    checkpoints: { get: unused, put: unused },
    llm: null,
    clock: { now: () => 0, sleep: unused },
  };
  const context: ResolveContext = {
    ports,
    progress: { stage: () => {}, partial: () => {} },
    signal: new AbortController().signal,
  };
  return {
    context,
    asked,
    blobs,
    cancelled: () => cancelled,
    resolve: (url: string) => articleSource.resolve({ type: 'url', url }, context),
  };
}

const html = { type: 'text/html; charset=utf-8', body: '<html></html>' };

describe('article source', () => {
  test('SUM-01 SUM-13 a page becomes untimed paragraphs with their metadata', async () => {
    const { resolve, asked } = setup({ 'https://www.example.com/a': html });
    const extracted = await resolve('https://www.example.com/a');
    expect(extracted).toMatchObject({
      kind: 'page',
      title: 'A page',
      author: 'Ada Field',
      publishedAt: '2024-05-02',
      siteName: 'example.com',
      articleMarkdown: page.markdown,
      problem: null,
      transcript: { timed: false, provenance: { origin: 'page' } },
    });
    expect(extracted?.transcript?.segments).toEqual([
      { id: 0, startMs: null, endMs: null, text: 'First paragraph of the page.' },
      { id: 1, startMs: null, endMs: null, text: 'Second paragraph of the page.' },
    ]);
    expect(asked[0]?.headers?.accept).toContain('text/html');
  });

  test('stores the cover by its content', async () => {
    const { resolve, blobs } = setup(
      { 'https://example.com/a': html, 'https://img.example.com/c': { type: 'text/plain', body: png } },
      { coverUrl: 'https://img.example.com/c' },
    );
    const extracted = await resolve('https://example.com/a');
    expect(extracted?.coverBlob).toMatch(/^covers\/[0-9a-f]{64}\.png$/);
    expect(blobs.get(extracted?.coverBlob ?? '')).toEqual(png);
  });

  test.each<[string, Record<string, Answer>]>([
    ['cannot be fetched', {}],
    ['is an error page', { 'https://example.com/c': { status: 404, type: 'image/png', body: png } }],
    ['is SVG', { 'https://example.com/c': { type: 'image/png', body: '<svg onload="alert(1)">' } }],
  ])('a cover that %s is no reason to fail', async (_, answers) => {
    const { resolve, blobs } = setup({ 'https://example.com/a': html, ...answers }, { coverUrl: 'https://example.com/c' });
    expect(await resolve('https://example.com/a')).toMatchObject({ coverBlob: null, coverUrl: 'https://example.com/c' });
    expect(blobs.size).toBe(0);
  });

  test('reports an error status and leaves other types to other sources', async () => {
    const { resolve, cancelled } = setup({
      'https://example.com/gone': { ...html, status: 410 },
      'https://example.com/a.mp4': { type: 'video/mp4', body: 'x' },
    });
    await expect(resolve('https://example.com/gone')).rejects.toMatchObject({ code: 'fetch_status', params: { status: 410 } });
    expect(await resolve('https://example.com/a.mp4')).toBeNull();
    expect(cancelled()).toBe(2);
  });

  test('SUM-05 reads text and Markdown addresses as documents', async () => {
    const { resolve } = setup({
      'https://example.com/notes.txt': { type: 'text/plain', body: 'One line of text here.\n\nAnother line of text here.' },
      'https://example.com/notes.md': { type: 'text/plain', body: '# Notes\n\nOne *line* of text.' },
    });
    expect(await resolve('https://example.com/notes.txt')).toMatchObject({
      kind: 'document',
      transcript: { provenance: { origin: 'document' } },
    });
    expect(await resolve('https://example.com/notes.md')).toMatchObject({ kind: 'document', title: 'Notes' });
  });

  test.each([
    ['https://example.com/b', 'https://example.com/b'],
    ['https://other.example.net/b', 'https://example.com/a'],
    ['https://example.com/', 'https://example.com/a'],
    [null, 'https://example.com/a'],
  ])('a page that calls itself %s is %s', async (canonicalUrl, expected) => {
    const { resolve } = setup({ 'https://example.com/a': html }, { canonicalUrl });
    expect((await resolve('https://example.com/a'))?.canonicalUrl).toBe(expected);
  });
});

test('recognises images by their first bytes', () => {
  expect(rasterExtension(png)).toBe('png');
  expect(rasterExtension(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('jpg');
  expect(rasterExtension(new TextEncoder().encode('RIFF0000WEBPVP8 '))).toBe('webp');
  expect(rasterExtension(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg">'))).toBeNull();
  expect(rasterExtension(new Uint8Array())).toBeNull();
});

describe('SUM-09 a page that only its scripts fill', () => {
  const shell = '<!doctype html><html><body><div id="root"></div><script src="/app.js"></script></body></html>';
  const drawn = { ...page, text: `${'A sentence that the script wrote. '.repeat(12)}`, title: 'Drawn' };

  function withBrowser(first: 'needs' | 'thin' | 'full', render: EnginePorts['renderPage']) {
    const stages: string[] = [];
    const known = setup({
      'https://app.example.org/#/story': { type: 'text/html', body: shell, url: 'https://app.example.org/' },
    });
    let extractions = 0;
    const extractPage: EnginePorts['extractPage'] = async () => {
      if (extractions++ > 0) return drawn;
      if (first === 'needs') throw new AppError('page_needs_browser');
      return first === 'thin' ? { ...page, text: 'Loading the story' } : { ...page, text: 'word '.repeat(80) };
    };
    const run = () =>
      articleSource.resolve(
        { type: 'url', url: 'https://app.example.org/#/story' },
        {
          ...known.context,
          ports: { ...known.context.ports, extractPage, renderPage: render ?? null },
          progress: { stage: (_stage, _percent, code) => void stages.push(code), partial: () => {} },
        },
      );
    return { run, stages };
  }

  test.each(['needs', 'thin'] as const)(
    'a page that needs scripts is rendered in a browser where one is allowed (%s)',
    async (first) => {
      const asked: string[] = [];
      const { run, stages } = withBrowser(first, async (url) => {
        asked.push(url);
        return { bytes: new Uint8Array(), url: 'https://app.example.org/story' };
      });
      expect(await run()).toMatchObject({ title: 'Drawn', canonicalUrl: 'https://app.example.org/story' });
      expect(asked).toEqual(['https://app.example.org/#/story']);
      expect(stages).toContain('rendering_page');
    },
  );

  test('keeps its error without a browser, and when the browser shows nothing', async () => {
    await expect(withBrowser('needs', null).run()).rejects.toMatchObject({ code: 'page_needs_browser' });
    const failing = async () => Promise.reject(new AppError('timed_out'));
    await expect(withBrowser('needs', failing).run()).rejects.toMatchObject({ code: 'page_needs_browser' });
    expect(await withBrowser('thin', failing).run()).toMatchObject({ title: 'A page' });
  });

  test('is not rendered when it has enough text', async () => {
    const never = async () => Promise.reject(new Error('drawn for nothing'));
    const { run, stages } = withBrowser('full', never);
    expect(await run()).toMatchObject({ title: 'A page' });
    expect(stages).not.toContain('rendering_page');
  });
});

test('SUM-09 marks a partly free text as partial', async () => {
  const answers = { 'https://example.com/a': { type: 'text/html', body: '<p>x</p>' } };
  expect(await setup(answers, { partial: true }).resolve('https://example.com/a')).toMatchObject({ partial: true });
  expect(await setup(answers).resolve('https://example.com/a')).not.toHaveProperty('partial');
});

test('SUM-09 marks a text for subscribers', async () => {
  const answers = { 'https://example.com/a': { type: 'text/html', body: '<p>x</p>' } };
  const marked = await setup(answers, { forSubscribers: true }).resolve('https://example.com/a');
  expect(marked).toMatchObject({ forSubscribers: true });
  expect(marked).not.toHaveProperty('partial');
  expect(await setup(answers).resolve('https://example.com/a')).not.toHaveProperty('forSubscribers');
});

test.each([
  ['sign_in', 'page_sign_in'],
  ['error', 'page_error'],
] as const)('SUM-09 the words of a page that stands for another are kept and not summarised: %s', async (instead, problem) => {
  const answers = { 'https://example.com/a': { type: 'text/html', body: '<p>x</p>' } };
  const kept = await setup(answers, { instead }).resolve('https://example.com/a');
  expect(kept).toMatchObject({ transcript: null, problem });
  expect(kept?.articleMarkdown).not.toBeNull();
  expect((await setup(answers, { instead: null }).resolve('https://example.com/a'))?.problem).toBeNull();
});

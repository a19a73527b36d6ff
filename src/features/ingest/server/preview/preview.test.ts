import { beforeEach, expect, test } from 'vitest';
import type { FetchResponse } from '#engine/ports.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { coverOf } from './cover.ts';
import { preview } from './preview.ts';

type Answer = { status?: number; headers?: Record<string, string>; body?: Uint8Array[]; url?: string; error?: unknown };
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** What each address answers; what was asked with which options, and which answers were let go of. */
let answers: Record<string, Answer> = {};
let asked: [url: string, options: Record<string, unknown>][] = [];
let cancelled: string[] = [];
let looked: { bytes: Uint8Array; contentType: string; url: string }[] = [];
let head: object = {};
let warned = 0;
beforeEach(() => {
  [answers, asked, cancelled, looked, warned] = [{}, [], [], [], 0];
  head = { title: 'Title', siteName: 'Site', description: 'About', language: 'en', coverUrl: null, isFeed: false };
});

const signal = new AbortController().signal;
const services = {
  async fetch(url: string, options: Record<string, unknown>): Promise<FetchResponse> {
    asked.push([url, options]);
    const {
      status = 200,
      headers = {},
      body = [],
      url: landed = url,
      error,
    } = answers[url] ?? { error: new AppError('fetch_failed') };
    if (error !== undefined) throw error;
    return {
      ...{ status, headers: new Headers(headers), url: landed },
      body: (async function* () {
        yield* body;
      })(),
      bytes: async () => Buffer.concat(body),
      cancel: async () => void cancelled.push(url),
    } as unknown as FetchResponse;
  },
  compute: async (_name: string, page: (typeof looked)[number]) => {
    looked.push(page);
    return head;
  },
  logger: { warn: () => warned++ },
} as unknown as Services;
const look = async (text: string) => (await preview(services, null, text, signal))[0];
const html = (values: Answer = {}): Answer => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: [Buffer.from('<html>')],
  ...values,
});

const url = 'https://a.example/path/Some%20name.html';
const unknown = {
  ...{ url, kind: null, title: null, siteName: null, description: null, cover: null, language: null },
  ...{ durationSeconds: null, sizeBytes: null, existing: null, problem: null, listing: null },
};

test('SUM-02 a page is shown by what its head says, with its picture', async () => {
  answers = { [url]: html(), 'https://a.example/c.png': { body: [png] } };
  head = { ...head, coverUrl: 'https://a.example/c.png' };
  const cover = `data:image/png;base64,${png.toString('base64')}`;
  expect(await look(`See ${url} there`)).toEqual({
    ...unknown,
    kind: 'page',
    title: 'Title',
    siteName: 'Site',
    description: 'About',
    language: 'en',
    cover,
  });
  expect(looked).toEqual([{ bytes: Buffer.from('<html>'), contentType: 'text/html; charset=utf-8', url }]);
  expect(asked[0]).toEqual([
    url,
    { signal, timeoutMs: 8000, maxBytes: 64 * 1024 * 1024, headers: { Accept: 'text/html,*/*;q=0.8' } },
  ]);
  expect(asked[1]).toEqual([
    'https://a.example/c.png',
    { signal, timeoutMs: 4000, maxBytes: 400 * 1024, headers: { Accept: 'image/*', Referer: url } },
  ]);
  expect(cancelled).toEqual([url]);
  head = { ...head, title: null, siteName: null, coverUrl: null };
  expect(await look(url)).toMatchObject({ title: 'Some name.html', siteName: null, cover: null });
  answers = { 'https://a.example/': html() };
  expect(await look('https://a.example/')).toMatchObject({ title: null, kind: 'page' });
});

test('SUM-02 only the head of a page is read', async () => {
  const part = Buffer.alloc(256 * 1024, 120);
  answers = { [url]: html({ body: [part, part.subarray(1), part, part] }) };
  await look(url);
  expect(looked[0]?.bytes.length).toBe(512 * 1024);
  answers = { [url]: html({ body: [part, part, part] }) };
  await look(url);
  expect(looked[1]?.bytes.length).toBe(512 * 1024);
});

test.each([
  ['audio/mpeg', { 'content-length': '123' }, { kind: 'audio', sizeBytes: 123 }],
  ['video/mp4', {}, { kind: 'video', sizeBytes: null }],
  ['Application/PDF', {}, { kind: 'document', sizeBytes: null }],
  ['application/rss+xml', {}, { kind: 'page' }],
  ['text/xml; charset=utf-8', {}, { kind: 'page' }],
  ['application/xmlish', {}, { kind: 'document' }],
  ['', {}, { kind: 'page' }],
])('SUM-02 a file of type %j is shown by its name', async (type, headers, shown) => {
  const file = 'https://a.example/a%20b.bin';
  answers = { [file]: { headers: { ...headers, ...(type === '' ? {} : { 'content-type': type }) } } };
  head = { ...head, title: null };
  expect(await look(file)).toMatchObject({ title: 'a b.bin', problem: null, ...shown });
  answers = { 'https://a.example/%zz': { headers: { 'content-type': 'video/mp4' } } };
  expect(await look('https://a.example/%zz')).toMatchObject({ title: '%zz' });
});

test('SUM-02 a link that cannot be read is returned with its problem, and a known site by its address', async () => {
  answers = { [url]: html({ status: 404 }) };
  expect(await look(url)).toEqual({ ...unknown, problem: { code: 'fetch_status', params: { status: 404 } } });
  expect(cancelled).toEqual([url, url]);
  answers = { [url]: { error: new AppError('fetch_too_large', { params: { most: 1 } }) } };
  expect(await look(url)).toEqual({ ...unknown, problem: { code: 'fetch_too_large', params: { most: 1 } } });
  answers = { [url]: { error: new Error('broken') } };
  expect([await look(url), warned]).toEqual([{ ...unknown, problem: { code: 'fetch_failed', params: {} } }, 1]);
  const video = 'https://www.youtube.com/watch?v=prevTooMany';
  const seen = { url: video, kind: 'video', title: 'YouTube prevTooMany', siteName: 'YouTube' };
  for (const status of [399, 400, 403, 410, 429]) {
    answers = { [video]: html({ status }) };
    const item = await look(video);
    if (status === 410) expect(item).toMatchObject({ kind: null, problem: { params: { status } } });
    else if (status !== 399) expect(item).toMatchObject({ ...seen, problem: null });
  }
  answers = { [video]: { error: new AppError('timed_out') } };
  expect(await look(video)).toMatchObject({ ...seen, problem: { code: 'timed_out', params: {} } });
});

test('SUM-02 the first eight links are looked at, of fifty', async () => {
  const links = Array.from({ length: 52 }, (_, n) => `https://n${n}.example/`);
  for (const link of links) answers[link] = html();
  const items = await preview(services, null, links.join(' '), signal);
  expect([items.length, asked.length, items[7]?.title, items[8]?.title, items[49]?.url]).toEqual([
    50,
    8,
    'Title',
    null,
    'https://n49.example/',
  ]);
  const left = AbortSignal.abort(new Error('left'));
  answers = {};
  await expect(preview(services, null, 'https://a.example/', left)).rejects.toThrow('left');
});

test('SUM-02 a picture is shown when it is one', async () => {
  const cover = (answer: Answer) => {
    answers = { 'https://a.example/c': answer };
    return coverOf(services, 'https://a.example/c', url, signal);
  };
  expect(await cover({ body: [png] })).toMatch(/^data:image\/png;base64,/);
  expect(await cover({ body: [Buffer.from('<svg>')] })).toBeNull();
  expect(await cover({ error: new Error('x') })).toBeNull();
  expect([await cover({ status: 404, body: [png] }), cancelled]).toEqual([null, ['https://a.example/c']]);
});

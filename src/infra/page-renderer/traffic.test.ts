/** What a page is given for each of its requests, without a browser. */
import { setImmediate } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import type { FetchOptions, FetchResponse, GuardedFetch } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { type FirstDocument, fetchFirst, routeTraffic } from './traffic.ts';

type Answer = { status?: number; url?: string; headers?: Record<string, string>; bytes?: number; fails?: Error };
let answers: Record<string, Answer> = {};
let fetched: [url: string, options: FetchOptions][] = [];
let cancelled = 0;
beforeEach(() => {
  [answers, fetched, cancelled] = [{}, [], 0];
});
const html = { 'content-type': 'text/html' };
const fetch: GuardedFetch = async (url, options) => {
  fetched.push([url, options]);
  const { status = 200, url: last = url, headers = html, bytes = 3, fails } = answers[url] ?? {};
  if (fails) throw fails;
  const given = { status, url: last, headers: new Headers(headers), bytes: async () => new Uint8Array(bytes) };
  return { ...given, cancel: async () => void cancelled++ } as unknown as FetchResponse;
};
const { signal } = new AbortController();
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);

type Sent = {
  type?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  frame?: object;
  navigates?: boolean;
  /** The page has gone when it is answered. */
  late?: boolean;
};
/** A browser that shows `first`. `send` says what its request was given, or null where it was refused. */
async function show(first: Partial<FirstDocument> = {}, until = signal, shown = 'https://www.alpha.example/page') {
  const mainFrame = {};
  let handle: (route: Route) => Promise<void> = () => Promise.reject(new Error('not routed'));
  const sockets: ((socket: object) => void)[] = [];
  const patterns: unknown[] = [];
  const page = {
    url: () => shown,
    mainFrame: () => mainFrame,
    context: () => ({
      route: async (pattern: string, handler: typeof handle) => {
        patterns.push(pattern);
        handle = handler;
      },
      routeWebSocket: async (_pattern: RegExp, handler: (socket: object) => void) => void sockets.push(handler),
    }),
  } as unknown as Page;
  const document = { url: 'https://www.alpha.example/page#top', status: 200, headers: {}, body: Buffer.from('first'), ...first };
  const traffic = await routeTraffic(page, document, { fetch, signal: until });
  const send = async (
    url: string,
    { type = 'fetch', method = 'GET', headers = {}, body, frame, navigates = true, late = false }: Sent = {},
  ) => {
    let given: unknown;
    let pending = 0;
    const request = {
      ...{ url: () => url, method: () => method, resourceType: () => type, headers: () => headers },
      ...{ postDataBuffer: () => body ?? null, isNavigationRequest: () => navigates, frame: () => frame ?? mainFrame },
    };
    const route = {
      request: () => request,
      fulfill: async (what: unknown) => {
        await setImmediate();
        if (late) throw new Error('the page has gone');
        [given, pending] = [what, traffic.pending()];
      },
      abort: async () => {
        await setImmediate();
        [given, pending] = [null, traffic.pending()];
      },
    };
    await handle(route as unknown as Route);
    expect([pending, traffic.pending()]).toEqual([1, 0]);
    return given as null | { status?: number; body: Buffer | string; headers?: object; contentType?: string };
  };
  return { traffic, send, sockets, patterns };
}

test('a page is fetched first, and only where it is one', async () => {
  const kept = { 'content-type': 'text/html; charset=utf-8', 'x-own': '1', 'content-security-policy': 'none', link: 'x' };
  const dropped =
    'content-encoding content-length transfer-encoding connection keep-alive set-cookie alt-svc strict-transport-security report-to reporting-endpoints nel clear-site-data public-key-pins expect-ct refresh';
  const headers = { ...kept, ...Object.fromEntries(dropped.split(' ').map((name) => [name, '1'])) };
  answers = { 'https://alpha.example/': { url: 'https://b.example/', status: 203, headers } };
  expect(await fetchFirst(fetch, 'https://alpha.example/', signal)).toEqual({
    ...{ url: 'https://b.example/', status: 203, headers: kept, body: Buffer.alloc(3) },
  });
  expect(fetched).toEqual([['https://alpha.example/', { signal, maxBytes: 8_000_000, timeoutMs: 10_000 }]]);
  const first = (answer: Answer) => {
    answers = { 'https://alpha.example/': answer };
    return fetchFirst(fetch, 'https://alpha.example/', signal).then(({ status }) => status, codeOf);
  };
  expect([await first({ status: 399 }), cancelled]).toEqual([399, 0]);
  expect([await first({ status: 400 }), cancelled]).toEqual(['fetch_status', 1]);
  const missing = fetchFirst(fetch, 'https://alpha.example/', signal);
  await expect(missing).rejects.toMatchObject({ params: { status: 400 } });
  expect([await first({ headers: { 'content-type': 'image/png' } }), cancelled]).toEqual(['page_needs_browser', 3]);
  expect([await first({ headers: {} }), await first({ headers: { 'content-type': 'application/XHTML+xml' } })]).toEqual([
    200, 200,
  ]);
});

test('a page gets its scripts and its data, empty pictures and styles, and nothing else', async () => {
  const { send, sockets, patterns, traffic } = await show();
  answers = { 'https://c.example/data': { status: 404, headers: { 'x-own': '1', 'set-cookie': 'a=1' } } };
  expect(await send('https://c.example/data')).toEqual({ status: 404, headers: { 'x-own': '1' }, body: Buffer.alloc(3) });
  for (const type of ['script', 'xhr']) expect(await send('https://c.example/s', { type })).toMatchObject({ status: 200 });
  expect(await send('https://c.example/a.png', { type: 'image' })).toMatchObject({
    contentType: 'image/gif',
    body: expect.any(Buffer),
  });
  expect(await send('https://c.example/a.css', { type: 'stylesheet' })).toEqual({
    ...{ contentType: 'text/css', body: '', headers: { 'access-control-allow-origin': '*' } },
  });
  for (const type of ['media', 'font', 'manifest', 'eventsource', 'other', 'ping', 'texttrack'])
    expect(await send('https://c.example/x', { type }), type).toBeNull();
  expect(fetched).toHaveLength(3);
  for (const type of ['image', 'document']) expect(await send('https://www.alpha.example/page', { type, late: true })).toBeNull();
  expect(patterns).toEqual(['**/*']);
  let closed = 0;
  sockets[0]?.({ close: () => closed++ });
  expect([closed, traffic.failure()]).toEqual([1, null]);
});

test('a page sends what a browser would, without what is the browser’s, and writes to its own site alone', async () => {
  const { send } = await show();
  const dropped =
    'host connection content-length cookie user-agent accept-encoding upgrade-insecure-requests sec-fetch-site proxy-authorization';
  const headers = {
    accept: '*/*',
    'x-own': '1',
    'x-sec-1': '1',
    ...Object.fromEntries(dropped.split(' ').map((name) => [name, '1'])),
  };
  const usual = { signal, headers: { accept: '*/*', 'x-own': '1', 'x-sec-1': '1' }, maxBytes: 8_000_000, timeoutMs: 10_000 };
  const body = Buffer.from('words');
  await send('https://c.example/', { headers, body });
  await send('https://c.example/', { headers, method: 'HEAD' });
  await send('https://api.alpha.example/', { headers, method: 'POST', body, type: 'xhr' });
  await send('https://api.alpha.example/', { headers, method: 'POST' });
  expect(fetched.map(([, options]) => options)).toEqual([
    ...[
      { ...usual, method: 'GET' },
      { ...usual, method: 'HEAD' },
      { ...usual, method: 'POST', body },
      { ...usual, method: 'POST' },
    ],
  ]);
  const posts = async (url: string, type = 'fetch') => (await send(url, { method: 'POST', type })) !== null;
  expect([
    await posts('https://www.alpha.example'),
    await posts('https://c.example'),
    await posts('https://www.alpha.example', 'script'),
  ]).toEqual([...[true, false, false]]);
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    expect(await send('https://www.alpha.example/', { method }), method).toBeNull();
});

test('which names are of one site', async () => {
  const isOwn = async (from: string, to: string) =>
    (await (await show({}, signal, from)).send(to, { type: 'xhr', method: 'POST' })) !== null;
  const same: [string, string][] = [
    ...[
      ['https://alpha.example/x', 'https://b.alpha.example'],
      ['https://a.co.uk', 'https://b.c.a.co.uk'],
    ],
    ...[
      ['http://192.0.2.1', 'http://192.0.2.1:8080'],
      ['http://[::1]', 'http://[::1]:80/'],
      ['http://nas', 'http://nas/x'],
    ],
  ] as [string, string][];
  const others: [string, string][] = [
    ...[
      ['https://alpha.example', 'https://b.example'],
      ['https://a.co.uk', 'https://b.co.uk'],
      ['https://alpha.example', 'https://a.other'],
    ],
    ...[
      ['http://192.0.2.1', 'http://7.0.2.1'],
      ['http://[::1]', 'http://[::2]'],
      ['https://alpha.example', 'odd'],
    ],
  ] as [string, string][];
  for (const [from, to] of same) expect(await isOwn(from, to), `${from} ${to}`).toBe(true);
  for (const [from, to] of others) expect(await isOwn(from, to), `${from} ${to}`).toBe(false);
});

test('a page goes on to four others, by redirects that it follows itself, and its frames go nowhere', async () => {
  const { send, traffic } = await show();
  const go = (url: string, sent: Sent = {}) => send(url, { type: 'document', ...sent });
  expect(await go('https://www.alpha.example/page#else')).toMatchObject({ body: Buffer.from('first') });
  expect(await go('https://www.alpha.example/page', { frame: {} })).toBeNull();
  expect(await go('https://www.alpha.example/page', { navigates: false })).toBeNull();
  expect(await go('https://www.alpha.example/page', { method: 'POST' })).toBeNull();
  expect(await go('https://d.example/#there')).toMatchObject({ status: 200, body: Buffer.alloc(3) });
  answers = { 'https://e.example/': { url: 'https://f.example/?<b>', bytes: 5 } };
  expect(await go('https://e.example/')).toEqual({
    ...{ contentType: 'text/html', body: '<!doctype html><script>location.replace("https://f.example/?\\u003cb>")</script>' },
  });
  expect(fetched).toHaveLength(2);
  expect(await go('https://f.example/?<b>#x')).toMatchObject({ body: Buffer.alloc(5) });
  expect(fetched).toHaveLength(2);
  expect(await go('https://www.alpha.example/page')).toBeNull();
  expect(traffic.failure()).toBeNull();
});

test('a page whose way ends is told by the first reason, and a frame that is gone by nothing', async () => {
  const { send, traffic } = await show();
  const go = (url: string) => send(url, { type: 'document' });
  answers = {
    'https://1.example/': { fails: new TypeError('a fault') },
    'https://2.example/': { fails: new AppError('url_blocked') },
    'https://3.example/': { status: 404 },
  };
  expect([await go('https://1.example/'), traffic.failure()]).toEqual([null, null]);
  expect([await go('https://2.example/'), await go('https://3.example/')]).toEqual([null, null]);
  expect(traffic.failure()?.code).toBe('url_blocked');
  const frame = {
    get gone(): never {
      throw new Error('gone');
    },
  };
  expect(await send('https://www.alpha.example/page', { type: 'document', frame })).toBeNull();
  answers = { 'https://4.example/': { fails: new AppError('fetch_timed_out') } };
  expect([await send('https://4.example/'), traffic.failure()?.code]).toEqual([null, 'url_blocked']);
});

test('a page has two hundred requests and twenty megabytes, and none once it is left', async () => {
  const many = await show();
  for (let n = 1; n <= 200; n++) expect(await many.send(`https://c.example/${n}`, { type: 'image' }), String(n)).not.toBeNull();
  expect(await many.send('https://c.example/201', { type: 'image' })).toBeNull();
  const large = await show();
  answers = { 'https://c.example/': { bytes: 7_000_000 }, 'https://d.example/': { bytes: 7_000_000 } };
  expect(await large.send('https://d.example/', { type: 'document' })).not.toBeNull();
  for (const most of [8_000_000, 6_000_000]) {
    expect(await large.send('https://c.example/')).not.toBeNull();
    expect(fetched.at(-1)?.[1].maxBytes).toBe(most);
  }
  const before = fetched.length;
  expect([await large.send('https://c.example/'), fetched.length]).toEqual([null, before]);
  const left = await show({}, AbortSignal.abort());
  expect(await left.send('https://c.example/a.png', { type: 'image' })).toBeNull();
});

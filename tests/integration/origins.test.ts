/** What pages of other sites, strangers and too many calls at once may not do. Headers are those that Chromium sends over plain HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '#server/router.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { articleHtml, shareWorld, type World } from './setup.ts';

let world: World;
let owner: TestClient;

beforeAll(async () => {
  world = await shareWorld();
  world.site.on('/forged', { body: articleHtml('The Forged Oven') });
  owner = world.client();
  await owner.rpc.account.ensure.mutate();
});
afterAll(() => world.close());

function summaryPath(): string {
  return `/api/trpc/video.summary?input=${encodeURIComponent(JSON.stringify({ url: `${world.site.url}/forged`, waitMs: 0 }))}`;
}

describe('a page of another site with the cookies of a user', () => {
  const headers: [string, Record<string, string>][] = [
    ['an event stream without its origin', { accept: 'text/event-stream' }],
    ['an EventSource', { accept: 'text/event-stream', 'cache-control': 'no-cache', origin: 'http://127.0.0.1:9' }],
    ['an image', { accept: 'image/avif,image/webp,*/*;q=0.8' }],
    ['a link', { accept: 'text/html,application/xhtml+xml', 'upgrade-insecure-requests': '1' }],
    ['a same-site request', { accept: 'text/event-stream', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    ['our header from elsewhere', { 'x-gleaner': '1', origin: 'http://127.0.0.1:9' }],
  ];

  test.each(headers)('starts no work by %s', async (_name, given) => {
    const response = await owner.fetch(summaryPath(), { headers: given });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { data: { app: { code: 'bad_request' } } } });
    expect((await owner.rpc.user.videos.query({})).count).toBe(0);
  });

  test('reaches no query or mutation by GET without our header', async () => {
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
    for (const [name, { _def }] of Object.entries(procedures)) {
      if (_def.type === 'subscription') continue;
      const response = await owner.fetch(`/api/trpc/${name}`, { headers: { accept: 'text/event-stream' } });
      expect([name, response.status]).toEqual([name, 403]);
    }
  });

  test.each(['content.progress,video.summary?batch=1', 'content%2Eprogress', 'content.progress/', '/content.progress'])(
    'is refused for the subscription path %s',
    async (path) => {
      const response = await owner.fetch(`/api/trpc/${path}`, { headers: { accept: 'text/event-stream' } });
      expect(response.status).toBe(403);
    },
  );

  test('starts nothing by a form, and fails its preflight', async () => {
    const form = await owner.fetch('/api/trpc/account.ensure', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: 'http://127.0.0.1:9' },
      body: '{}',
    });
    expect(form.status).toBe(403);
    const asked = await owner.fetch(summaryPath(), {
      method: 'OPTIONS',
      headers: {
        origin: 'http://127.0.0.1:9',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-gleaner',
      },
    });
    expect(asked.status).toBe(403);
    expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

test('our own page reads event streams and asks for summaries', async () => {
  const stop = new AbortController();
  for await (const { type } of owner.events('content.progress', {}, { signal: stop.signal })) {
    expect(type).toBe('connected');
    break;
  }
  stop.abort();
  const response = await owner.fetch(summaryPath(), { headers: { 'x-gleaner': '1' } });
  expect(response.status).toBe(200);
});

describe('a batch', () => {
  async function batch(calls: number): Promise<Response> {
    const path = Array.from({ length: calls }, () => 'account.ensure').join(',');
    return createTestClient(world.server.url).fetch(`/api/trpc/${path}?batch=1`, {
      method: 'POST',
      headers: { 'x-gleaner': '1', 'content-type': 'application/json' },
      body: '{}',
    });
  }

  test('of 20 calls is answered', async () => {
    const response = await batch(20);
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveLength(20);
  });

  test.each([21, 150])('of %i calls is refused whole', async (calls) => {
    const response = await batch(calls);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('"app":{"code":"bad_request"');
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

test.each([
  ['GET', 'get-session'],
  ['GET', 'list-sessions'],
  ['GET', 'ok'],
  ['GET', 'error'],
  ['POST', 'sign-in/anonymous'],
  ['POST', 'sign-out'],
  ['POST', 'update-user'],
  ['POST', 'revoke-sessions'],
  ['POST', 'delete-anonymous-user'],
  ['PUT', 'get-session'],
])('the route %s %s of the sign-in library is not open', async (method, route) => {
  const response = await owner.fetch(`/api/auth/${route}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-gleaner': '1', origin: world.server.url },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('"not_found"');
});

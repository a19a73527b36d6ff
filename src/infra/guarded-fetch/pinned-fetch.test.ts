import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPinnedFetch } from './pinned-fetch.ts';

const seen: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'} ${body}`);
    if (request.url === '/away') response.writeHead(302, { location: '/v1' });
    response.end('answer');
  });
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = { method: 'POST', headers: { authorization: 'Bearer key' }, body: 'words' };

test('a provider is asked with what the caller gives, as text, address or request', async () => {
  const fetch = createPinnedFetch(`${origin}/v1`);
  for (const input of [`${origin}/v1/chat`, new URL(`${origin}/v1/chat`), new Request(`${origin}/v1/chat`)])
    expect(await (await fetch(input, post)).text()).toBe('answer');
  expect(seen.splice(0)).toEqual(Array.from({ length: 3 }, () => 'POST /v1/chat Bearer key words'));
});

test('a key goes to no other origin, and not where a redirect leads', async () => {
  const fetch = createPinnedFetch(`${origin}/v1`);
  for (const other of [origin.replace('127.0.0.1', 'localhost'), origin.replace('http:', 'https:'), 'http://127.0.0.1:1'])
    for (const input of [`${other}/v1`, new Request(`${other}/v1`)])
      await expect(fetch(input, post), other).rejects.toMatchObject({
        ...{ code: 'url_blocked', message: expect.stringContaining(`provider request to ${other}`) },
      });
  expect(seen).toEqual([]);
  await expect(fetch(`${origin}/away`, post)).rejects.toThrow(TypeError);
  expect(seen.splice(0)).toEqual(['POST /away Bearer key words']);
});

test('an address that a user gave leads inside only where the administrator allows it', async () => {
  await expect(createPinnedFetch(origin, [])(`${origin}/v1`, post)).rejects.toMatchObject({ cause: { code: 'url_blocked' } });
  expect(seen).toEqual([]);
  const allowed = createPinnedFetch(origin, [new URL(origin).host]);
  expect(await (await allowed(`${origin}/v1`, post)).text()).toBe('answer');
  expect(seen.splice(0)).toEqual(['POST /v1 Bearer key words']);
});

import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

const words = 'the keeper of the lock '.repeat(200);

async function ask(accepted: string | null, text = JSON.stringify(words), headers: Record<string, string> = {}) {
  const app = new Hono();
  app.use(compressAnswers());
  app.get('/', () => {
    const sent = new Response(text, { status: 201, headers: { 'content-type': 'application/json', vary: 'accept', ...headers } });
    sent.headers.append('set-cookie', 'a=1');
    sent.headers.append('set-cookie', 'b=2');
    return sent;
  });
  const response = await app.request('/', { headers: accepted === null ? {} : { 'accept-encoding': accepted } });
  const body = Buffer.from(await response.arrayBuffer());
  const encoding = response.headers.get('content-encoding');
  return { response, encoding, body, text: (encoding === 'gzip' ? gunzipSync(body) : body).toString() };
}

test('an answer is compressed for whom that suits, with its status, its cookies and what it varies with', async () => {
  const { response, encoding, body, text } = await ask('deflate, gzip, br');
  expect(encoding).toBe('gzip');
  expect(body.length).toBeLessThan(words.length / 4);
  expect(text).toBe(JSON.stringify(words));
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(response.headers.get('vary')).toBe('accept, Accept-Encoding');
});

test.each([[null], ['identity'], ['br'], ['gzip;q=0'], ['gzip;q=0, *']])(
  'for %s it stays as it is, and varies all the same',
  async (accepted) => {
    const { response, encoding, text } = await ask(accepted);
    expect(encoding).toBeNull();
    expect(text).toBe(JSON.stringify(words));
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('vary')).toBe('accept, Accept-Encoding');
  },
);

test('a short answer, a stream of events and lines that come one by one stay as they are', async () => {
  const short = await ask('gzip', '{"short":true}');
  const events = await ask('gzip', words, { 'content-type': 'text/event-stream' });
  const lines = await ask('gzip', words, { 'transfer-encoding': 'chunked' });
  for (const { encoding } of [short, events, lines]) expect(encoding).toBeNull();
  expect(short.text).toBe('{"short":true}');
  expect(short.response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect([events.text, lines.text]).toEqual([words, words]);
});

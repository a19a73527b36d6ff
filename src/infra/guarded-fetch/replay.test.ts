import { afterEach, expect, test } from 'vitest';
import { bodyOf, type Replay, startReplay } from '../../../tests/harness/sites/replay.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createReplay } from './replay.ts';

const open: Replay[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((replay) => replay.close()));
});

async function replayed() {
  const replay = await startReplay();
  open.push(replay);
  return { replay, fetch: createGuardedFetch({ replayFrom: replay.url }) };
}

const signal = new AbortController().signal;

test('answers internet addresses from this machine under their own name', async () => {
  const { replay, fetch } = await replayed();
  replay.on('https://www.example.com/a', { status: 302, body: '', headers: { location: 'https://other.example.org/b?x=1' } });
  replay.on('https://other.example.org/b', (request, response) => response.end(`asked ${request.url}`));
  const answer = await fetch('https://www.example.com/a', { signal });
  expect(answer.url).toBe('https://other.example.org/b?x=1');
  expect(Buffer.from(await answer.bytes()).toString()).toBe('asked /other.example.org/b?x=1');
  expect(replay.requests).toEqual(['www.example.com/a', 'other.example.org/b']);
});

test('reaches its own server and what is allowed as they are, and no other port of theirs', () => {
  const replay = createReplay('http://127.0.0.1:4010', ['site.example:8080']);
  const asTheyAre = (urls: string[]) => urls.filter((url) => replay.covers(new URL(url)));
  const direct = ['http://127.0.0.1:4010/a', 'http://site.example:8080/b'];
  expect(asTheyAre([...direct, 'http://127.0.0.1:4011/a', 'http://site.example/b', 'https://www.example.com/'])).toEqual(direct);
});

test('comes from this machine only, without encryption', () => {
  for (const from of ['http://127.0.0.1:4010', 'http://[::1]:4010'])
    expect(createReplay(from, []).addressOf(new URL('https://www.example.com/a?b=1')).href).toBe(`${from}/www.example.com/a?b=1`);
  const refused = [
    'https://127.0.0.1:4010',
    'http://127.0.0.2:4010',
    'http://127.0.0.1.example:4010',
    'http://localhost:4010',
    'no',
  ];
  for (const from of refused)
    expect(() => createReplay(from, []), from).toThrow('config_invalid: answers are replayed from this machine only');
});

test('refuses blocked addresses before a replay', async () => {
  const { replay, fetch } = await replayed();
  replay.on('https://www.example.com/in', { status: 302, body: '', headers: { location: 'http://10.0.0.1/' } });
  await expect(fetch('http://192.168.1.1/', { signal })).rejects.toMatchObject({ code: 'url_blocked' });
  await expect(fetch('https://www.example.com/in', { signal })).rejects.toMatchObject({ code: 'url_blocked' });
  expect(replay.unexpected).toEqual([]);
  expect(() => createGuardedFetch({ replayFrom: 'http://192.168.1.1:80' })).toThrow('config_invalid');
});

test('keeps a POST’s body over 307 and drops it over 303', async () => {
  const { replay, fetch } = await replayed();
  replay.on('https://api.example.com/keep', { status: 307, body: '', headers: { location: '/echo' } });
  replay.on('https://api.example.com/drop', { status: 303, body: '', headers: { location: '/echo' } });
  replay.on('https://api.example.com/echo', (request, response) => {
    void bodyOf(request).then((text) => response.end(`${request.method} ${request.headers['content-type'] ?? '-'} ${text}`));
  });
  const post = { signal, method: 'POST' as const, body: '{"a":1}', headers: { 'content-type': 'application/json' } };
  const text = async (path: string) =>
    Buffer.from(await (await fetch(`https://api.example.com/${path}`, post)).bytes()).toString();
  expect(await text('keep')).toBe('POST application/json {"a":1}');
  expect(await text('drop')).toBe('GET - ');
});

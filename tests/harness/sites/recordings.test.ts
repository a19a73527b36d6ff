import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GuardedFetch } from '#engine/ports.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { answerFromRecordings } from './recordings.ts';
import { type Replay, startReplay } from './replay.ts';

let folder: string;
let real: Replay;
const open: Replay[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-recordings-'));
  real = await startReplay();
  open.push(real);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((replay) => replay.close()));
  await rm(folder, { recursive: true, force: true });
});

/** Fetches through a replay of what is in the folder; with `record`, what is not is asked of the stand-in for the internet. */
async function reader(record: boolean): Promise<GuardedFetch> {
  const beyond = answerFromRecordings(folder, record ? createGuardedFetch({ replayFrom: real.url }) : null);
  const replay = await startReplay({ beyond });
  open.push(replay);
  return createGuardedFetch({ replayFrom: replay.url });
}

const { signal } = new AbortController();

test('recordings are replayed without the site: text, bytes, statuses, posts and redirects', async () => {
  real.on('https://a.example/page', { body: 'Grüße', headers: { 'set-cookie': 'session=secret' } });
  real.on('https://a.example/sound', { body: Uint8Array.of(0, 255, 128, 7), type: 'audio/mpeg' });
  real.on('https://a.example/wait', { body: '', status: 429, headers: { 'retry-after': '60' } });
  real.on('https://b.example/short', { body: '', status: 302, headers: { location: 'https://a.example/page' } });
  real.on('https://a.example/ask', (request, response) => {
    request.pipe(response);
  });
  const urls = ['https://a.example/page', 'https://a.example/sound', 'https://a.example/wait', 'https://b.example/short'];
  const readAll = async (fetch: GuardedFetch) => [
    ...(await Promise.all(
      urls.map(async (url) => {
        const response = await fetch(url, { signal });
        const { status, headers } = response;
        return [response.url, status, headers.get('retry-after'), Buffer.from(await response.bytes()).toString('hex')];
      }),
    )),
    ...(await Promise.all(
      ['one', 'two'].map(async (body) => {
        const response = await fetch('https://a.example/ask', { signal, method: 'POST', body });
        return Buffer.from(await response.bytes()).toString();
      }),
    )),
  ];
  const first = await readAll(await reader(true));
  const asked = real.requests.length;
  expect(await readAll(await reader(false))).toEqual(first);
  expect(real.requests.length).toBe(asked);
  expect(first[3]?.[0]).toBe('https://a.example/page');
  expect(first.slice(-2)).toEqual(['one', 'two']);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const kept = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8')),
  );
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.join()).not.toContain('secret');
});

test('volatile parameters match a recording; an unknown request has none', async () => {
  real.on('https://a.example/signed', { body: '{}', type: 'application/json' });
  await (await (await reader(true))('https://a.example/signed?x=1&wts=1&w_rid=a', { signal })).cancel();
  const again = await reader(false);
  expect((await again('https://a.example/signed?wts=2&w_rid=b&x=1', { signal })).status).toBe(200);
  expect((await again('https://a.example/signed?x=2', { signal })).status).toBe(599);
});

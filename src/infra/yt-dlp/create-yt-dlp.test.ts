import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { type FakeBehaviour, writeFakeYtDlp } from '../../../tests/fakes/yt-dlp.ts';
import { canBox } from '../process/confine.ts';
import { createYtDlp, type YtDlpOptions } from './create-yt-dlp.ts';
import { isOlder, oldestVersion } from './program.ts';

const signal = new AbortController().signal;
const url = 'https://video.example/watch';
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yt-dlp-test-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function withProgram(behaviour: FakeBehaviour, options: Partial<YtDlpOptions> = {}) {
  const path = await writeFakeYtDlp(join(folder, 'yt-dlp'), behaviour);
  return createYtDlp({ path, timeouts: { lookMs: 15_000, downloadMs: 15_000 }, ...options });
}

async function errorOf(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`expected an AppError, got ${String(error)}`);
  return error;
}

const info = { id: '1', title: 'Talk', extractor_key: 'Fake', formats: [], webpage_url: url };
/** With and without the sandbox, if this machine has one. */
const ways = canBox() ? [{ unboxed: false }, { unboxed: true }] : [{ unboxed: true }];

test('leaves places to a user while requests of strangers hang', async () => {
  const ytDlp = await withProgram(
    { answers: { '*': { does: 'hang' }, [url]: { info } } },
    { timeouts: { lookMs: 100_000, downloadMs: 100_000 } },
  );
  const leaving = new AbortController();
  const looks = ['one', 'two', 'three'].map((host, index) =>
    errorOf(ytDlp.forAsker({ address: `203.0.113.${index}` }).describe(`https://${host}.example/`, leaving.signal)),
  );
  expect(await ytDlp.forAsker({ userId: 'ada', address: '198.51.100.1' }).describe(url, signal)).toMatchObject({ title: 'Talk' });
  leaving.abort();
  for (const { code } of await Promise.all(looks)) expect(code).toBe('cancelled');
});

test('a place is free again while the sound that was fetched in it is still being heard', async () => {
  const ytDlp = await withProgram({ answers: { '*': { info, audio: 'AAAA' } } });
  const title = await ytDlp.withAudio(
    url,
    { signal },
    async () => (await ytDlp.describe(url, AbortSignal.timeout(10_000))).title,
  );
  expect(title).toBe('Talk');
});

describe('which program is used', () => {
  test('reports a missing program, and uses one installed later at once', async () => {
    const path = join(folder, 'yt-dlp');
    const ytDlp = createYtDlp({ path });
    expect(await errorOf(ytDlp.version(signal))).toMatchObject({ code: 'ytdlp_missing' });
    expect(await errorOf(ytDlp.describe(url, signal))).toMatchObject({ code: 'ytdlp_missing' });
    await writeFakeYtDlp(path, { version: '2026.11.20' });
    expect(await ytDlp.version(signal)).toBe('2026.11.20');
  });

  test('reports an old version with the needed one until it is updated', async () => {
    const ytDlp = await withProgram({ version: '2026.07.03', answers: { '*': { info } } });
    expect(await errorOf(ytDlp.describe(url, signal))).toMatchObject({
      code: 'ytdlp_outdated',
      params: { version: '2026.07.03', needed: oldestVersion },
    });
    const path = await writeFakeYtDlp(join(folder, 'yt-dlp'), { version: '2026.07.04.232800', answers: { '*': { info } } });
    await utimes(path, new Date(), new Date(Date.now() + 5000));
    expect(await ytDlp.describe(url, signal)).toMatchObject({ title: 'Talk' });
  });

  test('finds the program on PATH', async () => {
    await writeFakeYtDlp(join(folder, 'yt-dlp'), { version: '2026.11.01' });
    const ytDlp = createYtDlp({ path: null, searchPath: `relative:/nowhere:${folder}` });
    expect(await ytDlp.version(signal)).toBe('2026.11.01');
  });

  test.each(['', 'hello', '2026.13', 'v1.2.3', '{}'])('a program that says %j of its version is not used', async (version) => {
    const ytDlp = await withProgram({ version });
    expect(await errorOf(ytDlp.version(signal))).toMatchObject({ code: 'ytdlp_failed' });
  });

  test('compares versions by date, with any suffix', () => {
    expect(isOlder('2026.07.03', '2026.07.04')).toBe(true);
    expect(isOlder('2025.12.31', '2026.07.04')).toBe(true);
    expect(isOlder('2026.07.04', '2026.07.04')).toBe(false);
    expect(isOlder('2026.7.4.1', '2026.07.04')).toBe(false);
    expect(isOlder('2026.10.26.232800.dev0', '2026.07.04')).toBe(false);
  });
});

describe.each(ways)('what it does (without a box: $unboxed)', ({ unboxed }) => {
  test('describes, lists, fetches a track and the sound, and leaves nothing behind', async () => {
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith('gleaner-yt-'));
    const audio = Buffer.from('sound '.repeat(1000));
    const entries = [{ _type: 'url', url: 'https://video.example/1', title: 'One' }];
    const ytDlp = await withProgram(
      {
        answers: {
          '*': {
            info,
            list: { _type: 'playlist', title: 'All', entries },
            tracks: { 'zh-Hans': { format: 'vtt', text: 'WEBVTT' } },
            audio: audio.toString('base64'),
          },
        },
      },
      { unboxed },
    );
    expect(await ytDlp.describe(url, signal)).toMatchObject({ title: 'Talk', extractor: 'Fake' });
    expect(await ytDlp.list(url, 10, signal)).toMatchObject({ title: 'All', items: [{ title: 'One' }] });
    const track = await ytDlp.subtitles(url, { id: 'zh-Hans', automatic: false }, signal);
    expect(track && [track.format, Buffer.from(track.bytes).toString()]).toEqual(['vtt', 'WEBVTT']);
    expect(await ytDlp.subtitles(url, { id: 'fr', automatic: false }, signal)).toBeNull();
    const seen: [number, number | null][] = [];
    const onProgress = (received: number, total: number | null) => void seen.push([received, total]);
    const heard = await ytDlp.withAudio(url, { signal, onProgress }, async (path) => ({ path, bytes: await readFile(path) }));
    expect(heard.bytes.equals(audio)).toBe(true);
    expect(seen).toEqual([0.25, 0.5, 1].map((share) => [audio.length * share, audio.length]));
    await expect(readFile(heard.path)).rejects.toThrow('ENOENT');
    const after = (await readdir(tmpdir())).filter((name) => name.startsWith('gleaner-yt-') && !before.includes(name));
    expect(after.filter((name) => heard.path.includes(name))).toEqual([]);
  });

  test.each([
    ['nothing at all', { info: '' }, 'ytdlp_failed'],
    ['garbage', { info: 'x'.repeat(5000) }, 'ytdlp_failed'],
    ['half an answer', { info: '{"title": "Ta' }, 'ytdlp_failed'],
    ['null', { info: null }, 'ytdlp_failed'],
    ['a bad end without a word', { exitCode: 3 }, 'ytdlp_failed'],
    ['a crash', { says: 'Traceback (most recent call last):', exitCode: 1 }, 'ytdlp_failed'],
    ['an error it knows', { says: 'ERROR: [x] 1: Private video', exitCode: 1 }, 'video_private'],
    ['no video', { says: 'ERROR: Unsupported URL: x', exitCode: 1 }, 'input_unsupported'],
    [
      'a list',
      {
        info: {
          _type: 'playlist',
          entries: [
            { _type: 'url', url },
            { _type: 'url', url },
          ],
        },
      },
      'listing_link',
    ],
  ])('%s is a typed error', async (_name, answer, code) => {
    const ytDlp = await withProgram({ answers: { '*': answer } }, { unboxed });
    expect(await errorOf(ytDlp.describe(url, signal))).toMatchObject({ code });
  });

  test.each(['hang', 'leave-child'] as const)('one that does not end (%s) is ended with all it started', async (does) => {
    const ytDlp = await withProgram({ answers: { '*': { does } } }, { unboxed, timeouts: { lookMs: 1500 } });
    expect(await errorOf(ytDlp.describe(url, signal))).toMatchObject({ code: 'timed_out' });
  });

  test('discards a gigabyte of errors and refuses a gigabyte of output', async () => {
    const answers = {
      'https://video.example/err': { does: 'flood-err' as const, info },
      'https://video.example/out': { does: 'flood-out' as const },
    };
    const ytDlp = await withProgram({ answers }, { unboxed, timeouts: { lookMs: 50_000 } });
    const before = process.memoryUsage().rss;
    expect(await ytDlp.describe('https://video.example/err', signal)).toMatchObject({ title: 'Talk' });
    expect(await errorOf(ytDlp.describe('https://video.example/out', signal))).toMatchObject({ code: 'ytdlp_failed' });
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
  });

  test('reports missing sound and a running live stream', async () => {
    const answers = { 'https://video.example/big': { info }, 'https://video.example/live': { exitCode: 101 } };
    const ytDlp = await withProgram({ answers }, { unboxed });
    const heard = (path: string) => ytDlp.withAudio(`https://video.example/${path}`, { signal }, async () => 'heard');
    expect(await errorOf(heard('big'))).toMatchObject({ code: 'fetch_too_large' });
    expect(await errorOf(heard('live'))).toMatchObject({ code: 'video_live' });
  });

  test('ends when cancelled', async () => {
    const ytDlp = await withProgram({ answers: { '*': { does: 'hang' } } }, { unboxed });
    const stop = new AbortController();
    const running = errorOf(ytDlp.describe(url, stop.signal));
    setTimeout(() => stop.abort(), 300);
    expect(await running).toMatchObject({ code: 'cancelled' });
  });

  test('passes a later step’s error on and deletes the file', async () => {
    const ytDlp = await withProgram({ answers: { '*': { audio: 'AAAA' } } }, { unboxed });
    const path = join(folder, 'where');
    const work = async (file: string) => {
      await writeFile(path, file);
      throw new AppError('speech_failed');
    };
    expect(await errorOf(ytDlp.withAudio(url, { signal }, work))).toMatchObject({ code: 'speech_failed' });
    await expect(readFile(await readFile(path, 'utf8'))).rejects.toThrow('ENOENT');
  });
});

describe('network access', () => {
  test.each([
    ['file:///etc/passwd', 'url_invalid'],
    ['ytsearch5:cats', 'url_invalid'],
    ['--version', 'url_blocked'],
    ['http://127.0.0.1/', 'url_blocked'],
    ['http://169.254.169.254/latest', 'url_blocked'],
    ['http://video.example:22/', 'url_blocked'],
    ['http://user:pw@video.example/', 'url_invalid'],
  ])('%s is refused before anything is started', async (address, code) => {
    const ytDlp = await withProgram({ answers: { '*': { info } } });
    expect(['url_blocked', 'url_invalid']).toContain((await errorOf(ytDlp.describe(address, signal))).code);
    expect((await errorOf(ytDlp.describe(address, signal))).code).toBe(code);
  });

  test.runIf(canBox())('in the box there is no network but the guard, whatever the program tries', async () => {
    let hits = 0;
    const canary = createServer((_request, response) => response.end('secret'));
    canary.on('connection', () => {
      hits += 1;
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const { port } = canary.address() as AddressInfo;
    const dials = { answers: { '*': { dials: [port] } } };
    const boxed = await withProgram(dials);
    expect(await boxed.describe(url, signal)).toMatchObject({ title: 'reached nothing' });
    expect(hits).toBe(0);
    // Control: without the sandbox, the same program reaches the canary.
    const open = await withProgram(dials, { unboxed: true });
    expect(await open.describe(url, signal)).toMatchObject({ title: `reached ${port}` });
    expect(hits).toBe(1);
    canary.close();
  });
});

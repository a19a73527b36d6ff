/** Sites that yt-dlp reads: the real program against pages on loopback, and the whole server around a fake one. */
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canBox } from '#infra/process/confine.ts';
import { createYtDlp } from '#infra/yt-dlp/create-yt-dlp.ts';
import { AppError } from '#lib/app-error.ts';
import { type FakeBehaviour, writeFakeYtDlp } from '../fakes/yt-dlp.ts';
import { makeMp3 } from '../harness/files/make-media.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { startWorld, summarise, type World } from './setup.ts';

/** At `YTDLP_PATH`, else on the path; the tests that need it are skipped, and shown as skipped, without. */
function findReal(): string | null {
  const candidates = process.env.YTDLP_PATH
    ? [process.env.YTDLP_PATH]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'yt-dlp'));
  const works = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return candidates.find(works) ?? null;
}

const real = findReal();
const ways = canBox() ? [{ unboxed: false }, { unboxed: true }] : [{ unboxed: true }];
const signal = new AbortController().signal;

/** Three minutes of a talk, as a site would serve it. */
function captions(topic: string): string {
  const clock = (seconds: number) => `00:0${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.000`;
  const cues = Array.from(
    { length: 36 },
    (_, index) =>
      `${clock(index * 5)} --> ${clock(index * 5 + 4)}\nMeasurement ${index + 1} of the ${topic} shows how oven ${index % 7} kept its heat for ${index + 3} hours in village ${index % 5}.\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}`;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

describe.skipIf(real === null).each(ways)(
  'the real yt-dlp, where YTDLP_PATH or PATH has one (without a box: $unboxed)',
  ({ unboxed }) => {
    let site: Site;
    let canary: { port: number; hits: () => number; close: () => void };
    beforeEach(async () => {
      site = await startSite();
      let hits = 0;
      const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('secret'));
      server.on('connection', () => {
        hits += 1;
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      canary = { port: (server.address() as AddressInfo).port, hits: () => hits, close: () => void server.close() };
    });
    afterEach(async () => {
      canary.close();
      await site.close();
    });

    const start = (timeouts = {}) => createYtDlp({ path: real, allow: [site.host], unboxed, timeouts });
    const html = (body: string, head = '') => ({
      body: `<html lang="en"><head><title>Ovens of Lorn</title>${head}</head><body>${body}</body></html>`,
      type: 'text/html',
    });

    test('SUM-02 describes a page with a video and a track, and fetches both', async () => {
      const sound = makeMp3(300);
      site.on(
        '/talk',
        html(
          '<video src="/talk.mp4" poster="/p.jpg"><track kind="subtitles" srclang="en" label="English" src="/talk.vtt"></video>',
        ),
      );
      site.on('/talk.mp4', { body: sound, type: 'video/mp4' });
      site.on('/talk.vtt', { body: captions('kiln'), type: 'text/vtt' });
      const ytDlp = start();
      expect(await ytDlp.version(signal)).toMatch(/^20\d\d\.\d\d\.\d\d/);
      const video = await ytDlp.describe(`${site.url}/talk`, signal);
      expect(video).toMatchObject({
        coverUrl: `${site.url}/p.jpg`,
        live: 'no',
        tracks: [{ id: 'en', language: 'en', automatic: false }],
      });
      expect(video.title).toContain('Ovens of Lorn');
      const track = await ytDlp.subtitles(`${site.url}/talk`, { id: 'en', automatic: false }, signal);
      expect(track?.format).toBe('vtt');
      expect(Buffer.from(track?.bytes ?? []).toString()).toContain('Measurement 36 of the kiln');
      const seen: number[] = [];
      const onProgress = (received: number, total: number | null) => {
        expect(total).toBe(sound.length);
        seen.push(received);
      };
      const heard = await ytDlp.withAudio(`${site.url}/talk`, { signal, onProgress }, (path) => readFile(path));
      expect(heard.equals(sound)).toBe(true);
      expect(seen.length).toBeGreaterThan(1);
      expect(seen.at(-1)).toBe(sound.length);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    });

    test('never reaches addresses that are not public, wherever a page points', async () => {
      const inner = `http://127.0.0.1:${canary.port}`;
      const playlist = (line: string) => ({
        body: `#EXTM3U\n#EXT-X-TARGETDURATION:5\n${line}\n#EXT-X-ENDLIST\n`,
        type: 'application/vnd.apple.mpegurl',
      });
      site.on('/segment.m3u8', playlist(`#EXTINF:5,\n${inner}/s.ts`));
      site.on('/key.m3u8', playlist(`#EXT-X-KEY:METHOD=AES-128,URI="${inner}/key"\n#EXTINF:5,\n/own.ts`));
      site.on('/map.m3u8', playlist(`#EXT-X-MAP:URI="${inner}/init"\n#EXTINF:5,\n/own.ts`));
      site.on('/variant.m3u8', {
        body: `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n${inner}/v.m3u8\n`,
        type: 'application/vnd.apple.mpegurl',
      });
      site.on('/own.ts', { body: Buffer.alloc(1880), type: 'video/mp2t' });
      site.on('/moved', { status: 302, body: '', headers: { location: `${inner}/` } });
      const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
      const pages = [
        html(`<video src="${inner}/v.mp4"></video>`),
        html(`<video><source src="http://localhost:${canary.port}/v.mp4" type="video/mp4"></video>`),
        html(`<video><source src="http://[::ffff:127.0.0.1]:${canary.port}/v.mp4"></video>`),
        html('<video src="/moved"></video>'),
        html('<video src="/segment.m3u8"></video>'),
        html('<video src="/key.m3u8"></video>'),
        html('<video src="/map.m3u8"></video>'),
        html('<video src="/variant.m3u8"></video>'),
        html(`<iframe src="${inner}/embed"></iframe>`, `<meta http-equiv="refresh" content="0; url=${inner}/">`),
        html('', `<meta property="og:video" content="${inner}/v.mp4"><meta property="og:video:url" content="${inner}/v.mp4">`),
        html(
          '',
          ld({
            '@context': 'https://schema.org',
            '@type': 'VideoObject',
            name: 'x',
            contentUrl: `${inner}/v.mp4`,
            embedUrl: `${inner}/e`,
          }),
        ),
        html(`<video src="/own.mp4"><track kind="subtitles" srclang="en" src="${inner}/t.vtt"></video>`),
        { status: 302, body: '', headers: { location: `${inner}/page` } },
      ];
      const ytDlp = start();
      for (const [index, page] of pages.entries()) {
        const url = `${site.url}/canary-${index}`;
        site.on(`/canary-${index}`, page);
        expect(await codeOf(ytDlp.withAudio(url, { signal }, async () => 'heard')), `page ${index}`).not.toBe('no error');
        if (index === 11) expect(await ytDlp.subtitles(url, { id: 'en', automatic: false }, signal).catch(() => null)).toBeNull();
      }
      expect(site.requests.filter((path) => path.startsWith('/canary-')).length).toBeGreaterThan(pages.length);
      expect(canary.hits()).toBe(0);
    }, 180_000);

    test('ends a drip at the time limit, refuses a huge file, and reports a missing page', async () => {
      site.on('/drip.mp3', (_request, response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '100000' });
        const timer = setInterval(() => response.write('x'), 500);
        response.once('close', () => clearInterval(timer));
      });
      site.on('/huge.mp3', (_request, response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': String(3 * 1024 ** 3) }).write(makeMp3(3));
      });
      const slow = start({ downloadMs: 6000 }).withAudio(`${site.url}/drip.mp3`, { signal }, async () => 'heard');
      expect(await codeOf(slow)).toBe('timed_out');
      expect(await codeOf(start().withAudio(`${site.url}/huge.mp3`, { signal }, async () => 'heard'))).toBe('fetch_too_large');
      expect(await codeOf(start().describe(`${site.url}/nothing`, signal))).toBe('video_unavailable');
      site.on('/text', html('<p>Only words.</p>'));
      expect(await codeOf(start().describe(`${site.url}/text`, signal))).toBe('input_unsupported');
    });
  },
);

describe('the server with a yt-dlp', () => {
  let world: World;
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'yt-dlp-world-'));
    path = join(folder, 'yt-dlp');
    world = await startWorld({ env: { YTDLP_PATH: path } });
  });
  afterAll(async () => {
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => rm(path, { force: true }));

  const install = (behaviour: FakeBehaviour) => writeFakeYtDlp(path, behaviour);
  const about = (id: number, more: object = {}) => ({
    id: String(id),
    extractor_key: 'Vimeo',
    title: `Kiln talk ${id}`,
    uploader: 'Ada Brook',
    duration: 180,
    upload_date: '20260304',
    webpage_url: `https://vimeo.com/${id}`,
    thumbnail: `https://i.vimeocdn.example/${id}.jpg`,
    chapters: [
      { title: 'First fire', start_time: 0 },
      { title: 'Second fire', start_time: 90 },
    ],
    subtitles: { en: [{ ext: 'vtt', url: 'https://a.example/t.vtt', name: 'English' }] },
    formats: [{ vcodec: 'avc1', acodec: 'mp4a' }],
    ...more,
  });
  const page = (id: number) => ({
    body: `<html><head><title>Vimeo</title><meta property="og:title" content="Kiln talk ${id}"><meta property="og:description" content="How they fired it."></head><body></body></html>`,
    type: 'text/html',
  });

  test('SUM-02 SUM-14 a talk becomes a note from its captions, with chapters, author and date', async () => {
    await install({
      answers: { 'https://vimeo.com/1001': { info: about(1001), tracks: { en: { format: 'vtt', text: captions('kiln') } } } },
    });
    const detail = await summarise(world.client(), 'https://vimeo.com/1001');
    expect(detail).toMatchObject({ status: 'completed', title: 'Kiln talk 1001', author: 'Ada Brook', siteName: 'Vimeo' });
    expect(detail.note).toContain('Second fire');
    expect(detail.note).toMatch(/\[\d\d:\d\d\]/);
  });

  test('reports the missing program, and the same link works once it is installed', async () => {
    world.internet.on('https://vimeo.com/1002', page(1002));
    const client = world.client();
    const without = await summarise(client, 'https://vimeo.com/1002');
    expect(without).toMatchObject({ status: 'failed', title: 'Kiln talk 1002', problem: { code: 'ytdlp_missing' } });
    await install({ version: '2024.01.01', answers: { '*': { info: about(1002) } } });
    expect(await summarise(client, 'https://vimeo.com/1002')).toMatchObject({ problem: { code: 'ytdlp_outdated' } });
    await install({ answers: { '*': { info: about(1002), tracks: { en: { format: 'vtt', text: captions('oven') } } } } });
    expect(await summarise(client, 'https://vimeo.com/1002')).toMatchObject({ status: 'completed', problem: null });
  });

  test.each([
    [1003, { says: 'ERROR: [vimeo] 1003: This video is private', exitCode: 1 }, 'video_private'],
    [1004, { says: 'ERROR: [vimeo] 1004: The web client only works when logged-in', exitCode: 1 }, 'site_login_needed'],
    [1005, { info: 'garbage' }, 'ytdlp_failed'],
    [1006, { info: about(1006, { live_status: 'is_live' }) }, 'video_live'],
    [1007, { info: about(1007, { subtitles: {} }) }, 'speech_model_missing'],
  ])('video %i keeps its title and says what is wrong', async (id, answer, code) => {
    await install({ answers: { '*': answer } });
    world.internet.on(`https://vimeo.com/${id}`, page(id));
    const detail = await summarise(world.client(), `https://vimeo.com/${id}`);
    expect(detail).toMatchObject({ status: 'failed', title: `Kiln talk ${id}`, siteName: 'Vimeo', problem: { code } });
  });

  test('a post without a video is read as a page', async () => {
    await install({ answers: { '*': { says: 'ERROR: [twitter] 7: No video could be found in this tweet', exitCode: 1 } } });
    const text = Array.from(
      { length: 8 },
      (_, index) =>
        `<p>Note ${index} on kilns: the wall kept its heat for ${index + 2} hours, and nobody had to get up at night.</p>`,
    );
    world.internet.on('https://x.com/ada/status/7', {
      body: `<html><head><title>Ada</title></head><body><article>${text.join('')}</article></body></html>`,
      type: 'text/html',
    });
    const detail = await summarise(world.client(), 'https://x.com/ada/status/7');
    expect(detail).toMatchObject({ status: 'completed' });
  });

  test('a page that has no text but a video becomes a note of the video', async () => {
    const url = `${world.site.url}/screening`;
    world.site.on('/screening', {
      body: '<html><head><title>Screening</title></head><body><video src="/v.mp4"></video></body></html>',
      type: 'text/html',
    });
    await install({
      answers: {
        [url]: {
          info: { ...about(1), extractor_key: 'Generic', webpage_url: url },
          tracks: { en: { format: 'vtt', text: captions('screening') } },
        },
      },
    });
    expect(await summarise(world.client(), url)).toMatchObject({ status: 'completed', title: 'Kiln talk 1' });
  });

  test('rejects damaged captions', async () => {
    const looping = captions('kiln').replace(/Measurement.*/g, 'and then and then and then');
    await install({
      answers: { '*': { info: about(1010, { automatic_captions: {} }), tracks: { en: { format: 'vtt', text: looping } } } },
    });
    world.internet.on('https://vimeo.com/1010', page(1010));
    expect(await summarise(world.client(), 'https://vimeo.com/1010')).toMatchObject({
      status: 'failed',
      problem: { code: 'speech_model_missing' },
    });
  });
});

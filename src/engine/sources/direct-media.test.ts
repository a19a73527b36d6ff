import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { createMediaTools } from '#infra/media/create-media-tools.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { makeMatroska } from '../../../tests/harness/files/make-matroska.ts';
import { makeMp4, makeWav } from '../../../tests/harness/files/make-media.ts';
import type { Blobs, EnginePorts, MediaTools } from '../ports.ts';
import { directMediaSource } from './direct-media.ts';
import type { ResolveContext, SourceInput } from './source.ts';
import { uploadSource } from './upload.ts';

type Page = { type?: string; body?: Buffer; status?: number; cut?: boolean };

let folder = '';
let server: Server;
let host = '';
let asked: string[] = [];
let pages: Record<string, Page> = {};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'direct-media-'));
  asked = [];
  pages = {};
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const page = pages[new URL(String(request.url), 'http://x').pathname];
    if (!page) return response.writeHead(404).end();
    const body = page.body ?? Buffer.alloc(0);
    response.writeHead(page.status ?? 200, {
      'content-length': body.length,
      ...(page.type ? { 'content-type': page.type } : {}),
    });
    if (!page.cut || request.method === 'HEAD') return response.end(request.method === 'HEAD' ? undefined : body);
    return response.write(body.subarray(0, body.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const blobPath = (key: string) => join(folder, key.replaceAll('/', '_'));
const blobs: Blobs = {
  async put(key, bytes) {
    const chunks: Uint8Array[] = [];
    if (bytes instanceof Uint8Array) chunks.push(bytes);
    else for await (const chunk of bytes) chunks.push(chunk);
    const all = Buffer.concat(chunks);
    await writeFile(blobPath(key), all);
    return { size: all.length };
  },
  localPath: async (key) => blobPath(key),
  delete: async (key) => await rm(blobPath(key), { force: true }),
};

function contextWith(media: MediaTools = createMediaTools()) {
  const stages: string[] = [];
  const ports = {
    media,
    blobs,
    compute: computeHere,
    fetch: createGuardedFetch({ allow: [host] }),
    clock: { now: () => 1, sleep: async () => {} },
  } as Partial<EnginePorts> as EnginePorts;
  const progress = {
    stage: (stage: string, percent: number, code: string, params?: object) =>
      stages.push(`${stage} ${Math.round(percent)} ${code} ${JSON.stringify(params ?? {})}`),
    partial: () => {},
  };
  const context: ResolveContext = { ports, progress, signal: new AbortController().signal };
  return { context, stages };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return await promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

const talk = () =>
  makeMatroska({
    seconds: 6,
    title: 'On tides',
    audioLanguage: 'eng',
    chapters: [
      { startMs: 0, title: 'Moon' },
      { startMs: 3000, title: 'Sun' },
    ],
    subtitles: [
      {
        codec: 'S_TEXT/UTF8',
        language: 'fre',
        isDefault: true,
        cues: [{ startMs: 100, endMs: 2000, text: 'La lune attire la mer.' }],
      },
      { codec: 'S_TEXT/UTF8', language: 'eng', cues: [{ startMs: 100, endMs: 2000, text: 'The moon pulls at the sea.' }] },
    ],
  });

describe('a link to a media file', () => {
  test('becomes a stored record with transcript, chapters and a player', async () => {
    pages['/files/talk.mkv'] = { type: 'video/x-matroska', body: talk() };
    const { context, stages } = contextWith();
    const found = await directMediaSource.resolve({ type: 'url', url: `http://${host}/files/talk.mkv?utm_source=x` }, context);
    expect(found).toMatchObject({
      kind: 'audio',
      canonicalUrl: `http://${host}/files/talk.mkv`,
      title: 'On tides',
      language: 'en',
      durationMs: 6000,
      chapters: [
        { title: 'Moon', startMs: 0 },
        { title: 'Sun', startMs: 3000 },
      ],
      problem: null,
      transcript: { timed: true, language: 'eng', provenance: { origin: 'human', track: 'embedded track 2 (eng)' } },
    });
    expect(found?.transcript?.segments).toEqual([{ id: 0, startMs: 100, endMs: 2000, text: 'The moon pulls at the sea.' }]);
    expect(readFileSync(blobPath(found?.media?.blob ?? ''))).toEqual(talk());
    expect(stages).toContain('resolve 25 downloading_media {"percent":100}');
    expect(asked).toEqual(['GET /files/talk.mkv?utm_source=x']);
  });

  test('without an extension is recognised by its type', async () => {
    pages['/play/17'] = { type: 'audio/wav', body: makeWav(2) };
    const { context } = contextWith();
    const found = await directMediaSource.resolve({ type: 'url', url: `http://${host}/play/17` }, context);
    expect(found).toMatchObject({
      kind: 'audio',
      title: '17',
      durationMs: 2000,
      transcript: null,
      problem: 'speech_not_configured',
    });
    expect(asked).toEqual(['HEAD /play/17', 'GET /play/17']);
  });

  test('of an unknown type is recognised by its first bytes', async () => {
    pages['/dl'] = { type: 'application/octet-stream', body: makeWav(1) };
    pages['/pdf'] = { type: 'application/octet-stream', body: Buffer.from('%PDF-1.7 ...') };
    const { context } = contextWith();
    expect(await directMediaSource.resolve({ type: 'url', url: `http://${host}/dl` }, context)).toMatchObject({ kind: 'audio' });
    expect(await directMediaSource.resolve({ type: 'url', url: `http://${host}/pdf` }, context)).toBeNull();
  });

  test('that is a page or a playlist is left to other sources', async () => {
    pages['/a.mp4'] = { type: 'text/html', body: Buffer.from('<!doctype html><title>x</title>') };
    pages['/b.mp4'] = { type: 'video/mp4', body: Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///x\n') };
    pages['/article'] = { type: 'text/html; charset=utf-8', body: Buffer.from('<p>x') };
    const { context } = contextWith();
    for (const path of ['/a.mp4', '/b.mp4', '/article', '/missing']) {
      expect(await directMediaSource.resolve({ type: 'url', url: `http://${host}${path}` }, context), path).toBeNull();
    }
    expect(asked.filter((line) => line.startsWith('GET /article'))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('reports an error status', async () => {
    const { context } = contextWith();
    expect(await codeOf(directMediaSource.resolve({ type: 'url', url: `http://${host}/gone.mp3` }, context))).toBe(
      'fetch_status',
    );
  });

  test('that breaks off or cannot be read leaves no file', async () => {
    pages['/cut.wav'] = { type: 'audio/wav', body: makeWav(30), cut: true };
    pages['/bad.mp3'] = { type: 'audio/mpeg', body: Buffer.alloc(40_000, 0xee) };
    const { context } = contextWith();
    expect(await codeOf(directMediaSource.resolve({ type: 'url', url: `http://${host}/cut.wav` }, context))).toBe('fetch_failed');
    expect(await codeOf(directMediaSource.resolve({ type: 'url', url: `http://${host}/bad.mp3` }, context))).toMatch(/^media_/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['https://example.com/', false],
    ['https://example.com/a/page.html', false],
    ['https://example.com/a.pdf', false],
    ['https://example.com/watch', true],
    ['https://example.com/a.mp3?x=1', true],
    ['ftp://example.com/a.mp3', false],
  ])('%s is looked at: %s', (url, wanted) => {
    expect(directMediaSource.canHandle({ type: 'url', url })).toBe(wanted);
  });
});

describe('SUM-04 an uploaded file', () => {
  function upload(name: string, bytes: Uint8Array): SourceInput {
    const path = join(folder, 'upload');
    writeFileSync(path, bytes);
    return { type: 'file', path, name, blob: 'uploads/1' };
  }

  test('becomes a record with transcript and a player of the stored copy', async () => {
    const found = await uploadSource.resolve(upload('x.mkv', talk()), contextWith().context);
    expect(found).toMatchObject({
      canonicalUrl: null,
      title: 'On tides',
      media: { type: 'audio', mime: 'audio/x-matroska', blob: 'uploads/1', url: null },
      transcript: { provenance: { track: 'embedded track 2 (eng)' } },
    });
  });

  test('without subtitles still has title, length, cover and player', async () => {
    const path = join(folder, 'upload.mp4');
    await makeMp4(path, { seconds: 2 });
    const input: SourceInput = { type: 'file', path, name: 'my_holiday film.mp4', blob: 'uploads/2' };
    const found = await uploadSource.resolve(input, contextWith().context);
    expect(found).toMatchObject({
      kind: 'video',
      title: 'my holiday film',
      durationMs: 2000,
      transcript: null,
      problem: 'media_no_audio',
    });
    expect(readFileSync(blobPath(found?.coverBlob ?? '')).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  test('becomes a record also without a cover', async () => {
    const tools = createMediaTools();
    const broken: MediaTools = { ...tools, cover: async () => Promise.reject(new AppError('timed_out')) };
    const path = join(folder, 'upload.mp4');
    await makeMp4(path, { seconds: 1 });
    const input: SourceInput = { type: 'file', path, name: 'a.mp4', blob: null };
    expect(await uploadSource.resolve(input, contextWith(broken).context)).toMatchObject({ coverBlob: null, durationMs: 1000 });
    const stopped: MediaTools = { ...tools, cover: async () => Promise.reject(new AppError('cancelled')) };
    expect(await codeOf(uploadSource.resolve(input, contextWith(stopped).context))).toBe('cancelled');
  });

  test('is an error when broken and named as media, else left to other sources', async () => {
    const { context } = contextWith();
    expect(await codeOf(uploadSource.resolve(upload('a.mp4', Buffer.from('nothing')), context))).toMatch(/^media_/);
    expect(await uploadSource.resolve(upload('a.docx', Buffer.from('nothing')), context)).toBeNull();
  });
});

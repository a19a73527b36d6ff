/** Every kind of child, started by a server that is root, is another user without capabilities, seen from outside. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createComputePool } from '#infra/compute-pool/create-compute-pool.ts';
import { createDocumentReader } from '#infra/document-reader/create-document-reader.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { createMediaTools } from '#infra/media/create-media-tools.ts';
import { createPageRenderer } from '#infra/page-renderer/create-page-renderer.ts';
import { findChromium } from '#infra/page-renderer/find-chromium.ts';
import { createPdfWriter } from '#infra/pdf/create-pdf-writer.ts';
import { childUser, isOpenToAll, onRootKept } from '#infra/process/child-user.ts';
import { canBox } from '#infra/process/confine.ts';
import { lendFile } from '#infra/process/lend-file.ts';
import { runProcess } from '#infra/process/run-process.ts';
import { findTool } from '#infra/process/tools.ts';
import { createLocalSpeech } from '#infra/speech/local/local-speech.ts';
import type { SpeechModel } from '#infra/speech/models/model.ts';
import { createYtDlp } from '#infra/yt-dlp/create-yt-dlp.ts';
import { writeFakeYtDlp } from './fakes/yt-dlp.ts';
import { makePdf } from './harness/files/make-documents.ts';
import { makeWav } from './harness/files/make-media.ts';
import { makeSenseVoice, makeSenseVoiceTokens, makeSileroVad, makeTones } from './harness/files/make-onnx.ts';
import { startReplay } from './harness/sites/replay.ts';

const signal = new AbortController().signal;
const linux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
const own = new URL('..', import.meta.url).pathname;
/** Can the children's user be changed to, and read this checkout? */
const able = linux && isRoot && childUser() !== null && isOpenToAll(join(own, 'src')) && isOpenToAll(process.execPath);
const chromium = findChromium(process.env.CHROMIUM_PATH ?? null);
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'child-user-'));
  // The first run of a child's code, which has no input, is still of this user: it writes into the installation.
  await createDocumentReader()({ bytes: makePdf({ pages: [['Words.']] }) }, signal);
  writeFileSync(join(folder, 'first.wav'), makeWav(1));
  await createMediaTools().probe(join(folder, 'first.wav'), signal);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Seen = { uids: string; groups: string; effective: string; bounding: string; gains: string };

/** Tests of other files start such processes too: only those below this one count. */
function isBelow(pid: number): boolean {
  for (let parent = parentOf(pid); parent > 1; parent = parentOf(parent)) if (parent === process.pid) return true;
  return false;
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

/** What every process below this one says of itself while the work runs; the programs that only lead to another one left out. */
async function watchChildren(mark: string, work: () => Promise<unknown>): Promise<Seen[]> {
  const seen = new Map<string, Seen>();
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (!command.includes(mark) || command.includes('--type=') || !isBelow(Number(pid))) continue;
        // Fills the code cache beside the first child, without input.
        if (command.includes('--warm')) continue;
        if (['prlimit', 'setpriv', 'bwrap'].includes(basename(readlinkSync(`/proc/${pid}/exe`)))) continue;
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1]?.trim() ?? '';
        if (field('State').startsWith('Z')) continue;
        seen.set(pid, {
          uids: [...new Set(`${field('Uid')} ${field('Gid')}`.split(/\s+/))].join(' '),
          groups: field('Groups'),
          effective: `${field('CapEff')} ${field('CapPrm')}`,
          bounding: field('CapBnd'),
          gains: field('NoNewPrivs') === '1' ? 'nothing' : 'perhaps',
        });
      } catch {
        // Ended meanwhile.
      }
    }
  }, 2);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return [...seen.values()];
}

const none = '0000000000000000';
const harmless = (gains = 'nothing'): Seen => ({
  uids: String(childUser()?.uid),
  groups: '',
  effective: `${none} ${none}`,
  bounding: none,
  gains,
});

/** A file as an upload is kept: in folders that are closed to others. */
function closedFile(name: string, bytes: Uint8Array, mode = 0o644): string {
  const closed = join(folder, `closed-${name}`);
  mkdirSync(closed, { mode: 0o700 });
  writeFileSync(join(closed, name), bytes);
  chmodSync(join(closed, name), mode);
  return join(closed, name);
}

async function expectHarmless(mark: string, work: () => Promise<unknown>, gains?: string): Promise<void> {
  const seen = await watchChildren(mark, work);
  expect(seen.length).toBeGreaterThan(0);
  for (const child of seen) expect(child).toEqual(harmless(gains));
}

const text = `<p>${'A perfectly ordinary sentence about gardens, rivers and towns of the north. '.repeat(10)}</p>`;

describe.runIf(able)('children of a server that is root have a user of their own and no capabilities', () => {
  test('PostgreSQL runs as another user', () => {
    expect(readFileSync('/etc/passwd', 'utf8')).not.toContain(`:${childUser()?.uid}:`);
  });

  test('pages are read by that user', async () => {
    const pages = createComputePool();
    const bytes = new TextEncoder().encode(`<html><body><article>${text}</article></body></html>`);
    await expectHarmless('compute-child', () =>
      pages.extractPage({ bytes, contentType: 'text/html', url: 'https://a.example/' }, signal),
    );
    await pages.close();
  });

  test.each([
    ['a file that only its folder protects', 0o644],
    ['a file closed to others itself', 0o600],
  ])('documents: %s', async (name, mode) => {
    const path = closedFile(`${mode}.pdf`, makePdf({ pages: [['The kiln in the valley keeps its heat.']] }), mode);
    await expectHarmless('document-reader/child', async () => {
      expect((await createDocumentReader()({ path }, signal)).markdown, name).toContain('The kiln');
    });
  });

  test('media is read by that user with the packaged library', async () => {
    const path = closedFile('a.wav', makeWav(20));
    const media = createMediaTools({ engine: 'native' });
    await expectHarmless('media/child', async () => {
      expect((await media.probe(path, signal)).durationSeconds).toBeCloseTo(20, 1);
      let bytes = 0;
      for await (const piece of media.sound(path, signal)) bytes += piece.length;
      expect(bytes).toBeGreaterThan(600_000);
    });
  });

  test.runIf(findTool('ffmpeg') && findTool('ffprobe'))('media, by the ffmpeg of the machine', async () => {
    const path = closedFile('b.wav', makeWav(1200));
    const media = createMediaTools({ engine: 'system' });
    await expectHarmless('file:/proc/self/fd/3', async () => {
      expect((await media.probe(path, signal)).audio).toBe(true);
      for await (const piece of media.sound(path, signal)) expect(piece.length).toBeGreaterThan(0);
    });
  });

  test('PDFs are set by that user', async () => {
    await expectHarmless('pdf/child', () => createPdfWriter()('= Title\n\nWords.', signal));
  });

  test.each(canBox() ? [{ unboxed: false }, { unboxed: true }] : [{ unboxed: true }])('yt-dlp %j', async ({ unboxed }) => {
    const programs = mkdtempSync(join(folder, 'programs-'));
    for (const path of [folder, programs]) chmodSync(path, 0o755);
    const audio = Buffer.from('sound').toString('base64');
    const info = { id: '1', title: 'Talk', extractor_key: 'Fake', formats: [], webpage_url: 'https://v.example/1' };
    const path = await writeFakeYtDlp(join(programs, 'yt-dlp'), { answers: { '*': { info, audio } } });
    const program = createYtDlp({ path, unboxed });
    await expectHarmless(path, async () => {
      expect((await program.describe('https://v.example/1', signal)).title).toBe('Talk');
      expect(await program.withAudio('https://v.example/1', { signal }, async (file) => readFileSync(file, 'utf8'))).toBe(
        'sound',
      );
    });
  });

  test.runIf(chromium)('the browser', { timeout: 60_000 }, async () => {
    const internet = await startReplay();
    internet.on('https://app.example.org/', { body: `<div>${text}</div>`, type: 'text/html' });
    const renderer = createPageRenderer({
      fetch: createGuardedFetch({ replayFrom: internet.url }),
      executablePath: chromium,
      fence: 'arguments',
    });
    await expectHarmless('gleaner-browser', () => renderer.renderPage('https://app.example.org/', signal));
    await renderer.close();
    await internet.close();
  });

  test('speech is recognised by that user', async () => {
    const files: Record<string, Uint8Array | string> = {
      'model.onnx': makeSenseVoice(),
      'tokens.txt': makeSenseVoiceTokens(),
      'vad.onnx': makeSileroVad(),
    };
    const model: SpeechModel = {
      id: 'sense-voice',
      name: 'sense-voice',
      engine: 'sense-voice',
      languages: ['en'],
      licence: { name: 'MIT', url: 'https://example.com/licence' },
      parts: { model: 'model.onnx', tokens: 'tokens.txt', vad: 'vad.onnx' },
      files: Object.entries(files).map(([name, body]) => ({
        name,
        bytes: Buffer.from(body).length,
        sha256: createHash('sha256').update(body).digest('hex'),
        urls: ['https://models.example.com/x'],
      })),
    };
    const stick = join(folder, 'stick', model.id);
    mkdirSync(stick, { recursive: true });
    for (const [name, body] of Object.entries(files)) writeFileSync(join(stick, name), body);
    // As a data folder is: others pass through and cannot list it.
    chmodSync(folder, 0o711);
    const speech = createLocalSpeech({
      modelsDir: join(folder, 'models'),
      fetch: createGuardedFetch({ resolver: () => Promise.reject(new Error('no network here')) }),
      models: [model],
      fetchOnUse: false,
    });
    await speech.models.importFrom(join(folder, 'stick'));
    const pcm = makeTones([
      { hz: 0, ms: 700 },
      { hz: 440, ms: 1500 },
      { hz: 0, ms: 900 },
    ]);
    await expectHarmless('speech/local/child', async () => {
      const engine = await speech.engineFor('en', signal);
      const heard = await engine.recognise({ index: 0, startMs: 0, endMs: 3100, pcm }, { language: null, prompt: '', signal });
      expect(heard.segments.map((segment) => segment.text)).toEqual(['low']);
    });
    await speech.close();
  });

  test('a child that reads a lent file reaches neither its folder nor its neighbours', async () => {
    const path = closedFile('lent.txt', Buffer.from('lent'));
    writeFileSync(join(path, '..', 'other.txt'), 'other');
    const lent = await lendFile(path);
    const script = `const fs = require('fs'); const read = (p) => { try { return fs.readFileSync(p, 'utf8') } catch (e) { return e.code } };
      console.log([read(process.argv[1]), read(process.argv[2]), read('/proc/self/fd/3/../other.txt'), read('/etc/shadow')].join(' '))`;
    const { stdout } = await runProcess(process.execPath, ['-e', script, lent.path, join(path, '..', 'other.txt')], {
      signal,
      timeoutMs: 20_000,
      lent,
    });
    lent.close();
    expect(stdout.toString().trim()).toBe('lent EACCES ENOTDIR EACCES');
  });

  test('a program that the user cannot read runs as root without capabilities, which is reported once', async () => {
    const programs = mkdtempSync(join(folder, 'closed-programs-'));
    const path = join(programs, 'show');
    writeFileSync(path, `#!/bin/sh\ngrep -E '^(Uid|CapEff|CapBnd)' /proc/self/status\n`, { mode: 0o755 });
    const reasons: string[] = [];
    onRootKept((reason) => reasons.push(reason));
    const run = () => runProcess(path, [], { signal, timeoutMs: 20_000 });
    const { stdout } = await run();
    await run();
    expect(stdout.toString().replaceAll(/\s+/g, ' ')).toBe(`Uid: 0 0 0 0 CapEff: ${none} CapBnd: ${none} `);
    expect(reasons).toEqual([path]);
  });
});

test.runIf(linux && !isRoot)('as another user nothing changes but that children gain no rights', async () => {
  expect(childUser()).toBeNull();
  const { stdout } = await runProcess('/bin/sh', ['-c', 'id -u; grep NoNewPrivs /proc/self/status'], {
    signal,
    timeoutMs: 20_000,
  });
  expect(stdout.toString()).toMatch(new RegExp(`^${process.getuid?.()}\n${findTool('setpriv') ? 'NoNewPrivs:\\s*1' : ''}`));
});

/** What the machine's ffmpeg is asked and what is made of its answers, without it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import type { LentFile } from '../process/lend-file.ts';
import type { RunOptions, RunResult } from '../process/run-process.ts';
import { allowedFormats, coverMaxWidth, maxPixels } from './child-messages.ts';
import { createSystemFfmpeg, readPlainSrt } from './system-ffmpeg.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-calls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const source = join(folder, 'media.bin');
writeFileSync(source, Buffer.alloc(100, 1));
const file: LentFile = { source, path: '/lent', descriptor: null, close: () => undefined };
const { signal } = new AbortController();

let asked: [program: string, args: string[], options: RunOptions][] = [];
let listing: unknown = {};
let given: Partial<RunResult> = {};
let missing: string[] = [];
beforeEach(() => {
  [asked, given, missing] = [[], {}, []];
});
const programs = {
  find: (name: string) => (missing.includes(name) ? null : `/bin/${name}`),
  run: async (program: string, args: string[], options: RunOptions): Promise<RunResult> => {
    asked.push([program, args, options]);
    const usual = { exitCode: 0, signal: null, stdout: Buffer.from('jpeg'), stderr: '', truncated: false };
    if (program === '/bin/ffprobe') usual.stdout = Buffer.from(typeof listing === 'string' ? listing : JSON.stringify(listing));
    return { ...usual, ...given };
  },
};
const tools = createSystemFfmpeg({ timeoutMs: 2500, memoryBytes: 77 }, programs);
const codeOf = (error: unknown) => (error instanceof AppError ? [error.code, error.message.slice(error.code.length + 2)] : error);

const input = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', allowedFormats, '-i', 'file:/lent'];
const video = { index: 3, codec_type: 'video', width: 640, height: 360 };
const art = { index: 1, codec_type: 'video', disposition: { attached_pic: 1 }, width: 5, height: 5 };
const sound = { index: 0, codec_type: 'audio' };
const format = { format_name: 'mov,mp4', duration: '61.5' };

test('SUM-04 a file is looked at with limits, in a sandbox that shows it alone', async () => {
  listing = { streams: [sound, video], format };
  await tools.probe(file, signal);
  const [call] = asked;
  expect(call?.slice(0, 2)).toEqual([
    '/bin/ffprobe',
    ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json', ...input],
  ]);
  expect(call?.[2]).toEqual({
    ...{
      signal,
      timeoutMs: 2500,
      maxStdoutBytes: 8 * 1024 * 1024,
      lent: file,
      sandbox: { readOnly: [{ from: '/lent', to: '/lent' }] },
    },
    limits: { dataBytes: 77, cpuSeconds: 3, fileSizeBytes: 0, openFiles: 64 },
  });
  missing = ['ffprobe'];
  expect(await tools.probe(file, signal).catch(codeOf)).toEqual(['config_invalid', expect.stringContaining('ffprobe')]);
  missing = [];
  writeFileSync(join(folder, 'list'), '#EXTM3U\n');
  expect(await tools.probe({ ...file, source: join(folder, 'list') }, signal).catch(codeOf)).toEqual([
    'media_refused',
    'a playlist is not media',
  ]);
  expect(asked).toHaveLength(1);
});

test('SUM-04 what the tools say of a file that they do not read is told', async () => {
  const refusal = (result: Partial<RunResult>) => {
    given = { exitCode: 1, ...result };
    return tools.probe(file, signal).catch(codeOf);
  };
  expect(await refusal({ stderr: `${'x'.repeat(400)}end` })).toEqual(['media_unreadable', `${'x'.repeat(297)}end`]);
  expect(await refusal({ stderr: 'not on whitelist' })).toEqual(['media_refused', 'not on whitelist']);
  expect(await refusal({ truncated: true, stderr: 'long' })).toEqual(['media_refused', 'long']);
  expect(await refusal({ exitCode: 0, truncated: true })).toEqual(['media_refused', '']);
  for (const odd of [{}, { format: {} }, { format, streams: [{}] }, { format, chapters: [{ start_time: 'x' }] }]) {
    listing = odd;
    expect(await refusal({ exitCode: 0 })).toEqual(['media_unreadable', '']);
  }
  listing = { format, streams: [art, { index: 2, codec_type: 'subtitle' }] };
  expect(await refusal({ exitCode: 0 })).toEqual(['media_unreadable', 'neither sound nor pictures']);
});

test('SUM-04 a file is described by its streams, its tags and its chapters', async () => {
  const text = { index: 4, codec_type: 'subtitle' };
  const disposition = { default: 1, forced: 1, hearing_impaired: 1 };
  listing = {
    streams: [
      art,
      sound,
      video,
      text,
      { ...text, index: 5, codec_name: 'ass', disposition, tags: { language: 'de', title: ' T ' } },
      { ...text, tags: { language: 'und' } },
    ],
    chapters: [{ start_time: '-1' }, { start_time: '2.5', tags: { title: 'Two' } }],
    format: {
      ...format,
      tags: { TITLE: 'Name', artist: 'Ada', Album: 'A', date: '2026', comment: 'c', encoder: 'x', lyrics: ' ' },
    },
  };
  const none = { language: null, title: null, codec: 'unknown', isDefault: false, isForced: false, isHearingImpaired: false };
  expect(await tools.probe(file, signal)).toEqual({
    ...{
      durationSeconds: 61.5,
      audio: true,
      video: true,
      container: 'mov',
      mime: 'video/mp4',
      width: 640,
      height: 360,
      hasCoverArt: true,
    },
    tags: { title: 'Name', artist: 'Ada', album: 'A', date: '2026', comment: 'c' },
    chapters: [
      { title: '', startSeconds: 0 },
      { title: 'Two', startSeconds: 2.5 },
    ],
    subtitles: [
      { ...none, index: 4 },
      { index: 5, language: 'de', title: 'T', codec: 'ass', isDefault: true, isForced: true, isHearingImpaired: true },
      { ...none, index: 4 },
    ],
  });
  const only = async (streams: object[], format_name: string, duration?: string) => {
    listing = { streams, format: { format_name, ...(duration === undefined ? {} : { duration }) } };
    const { audio, video: pictures, mime, width, durationSeconds, hasCoverArt, tags } = await tools.probe(file, signal);
    return [audio, pictures, mime, width, durationSeconds, hasCoverArt, tags];
  };
  expect(await only([sound, art], 'mp3', '0')).toEqual([true, false, 'audio/mpeg', null, null, true, {}]);
  expect(await only([video], 'matroska,webm', '-5')).toEqual([false, true, 'video/x-matroska', 640, null, false, {}]);
  expect(await only([sound], 'mpegts', String(30 * 24 * 3600))).toEqual([true, false, 'audio/mp2t', null, null, false, {}]);
  expect((await only([sound], 'ogg', String(30 * 24 * 3600 - 1)))[4]).toBe(30 * 24 * 3600 - 1);
  expect((await only([sound], 'ogg'))[2]).toBe('audio/ogg');
});

const picture = (index: number) => [
  ...['-map', `0:${index}`, '-frames:v', '1', '-vf', `scale='min(${coverMaxWidth},iw)':-2`],
  ...['-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe', 'pipe:1'],
];
const start = ['-v', 'error', '-nostdin', '-max_pixels', String(maxPixels)];

test('SUM-04 a cover is the attached picture, else a frame from a tenth of the way', async () => {
  const cover = async (streams: object[], about: object = format) => {
    listing = { streams, format: about };
    asked = [];
    const made = await tools.cover(file, signal);
    return [made, asked[1]?.[1]];
  };
  const jpeg = Buffer.from('jpeg').toString('base64');
  expect(await cover([sound, video, art])).toEqual([jpeg, [...start, ...input, ...picture(1)]]);
  expect(await cover([sound, video])).toEqual([jpeg, [...start, '-ss', '6.15', ...input, ...picture(3)]]);
  expect(await cover([video], { format_name: 'mov' })).toEqual([jpeg, [...start, '-ss', '0', ...input, ...picture(3)]]);
  expect(asked[1]?.[2].maxStdoutBytes).toBe(32 * 1024 * 1024);
  expect(await cover([sound])).toEqual([null, undefined]);
  listing = { streams: [video], format };
  const empty = createSystemFfmpeg(
    { timeoutMs: 1, memoryBytes: 1 },
    {
      ...programs,
      run: async (...call) => ({
        ...(await programs.run(...call)),
        ...(call[0] === '/bin/ffmpeg' ? { stdout: Buffer.alloc(0) } : {}),
      }),
    },
  );
  expect([await empty.cover(file, signal), await empty.frames(file, [1], signal)]).toEqual([null, [null]]);
});

test('SUM-04 frames are taken of the video, one for each time', async () => {
  listing = { streams: [art, video], format };
  const jpeg = Buffer.from('jpeg').toString('base64');
  expect(await tools.frames(file, [0, 1500], signal)).toEqual([jpeg, jpeg]);
  expect(asked.slice(1).map(([, args]) => args)).toEqual(
    ['0', '1.5'].map((at) => [...start, '-ss', at, ...input, ...picture(3)]),
  );
  listing = { streams: [art, sound], format };
  expect(await tools.frames(file, [0, 1500], signal)).toEqual([null, null]);
  expect(asked).toHaveLength(4);
});

test('SUM-04 subtitles are printed where they are text, and sound needs both tools', async () => {
  const codecs = ['subrip', 'text', 'mov_text', 'ass', 'ssa', 'webvtt', 'ttml', 'hdmv_pgs_subtitle', undefined];
  listing = {
    streams: [sound, ...codecs.map((codec_name, at) => ({ index: at + 1, codec_type: 'subtitle', codec_name }))],
    format,
  };
  const plain = createSystemFfmpeg(
    { timeoutMs: 1, memoryBytes: 1 },
    {
      ...programs,
      run: async (...call) => ({
        ...(await programs.run(...call)),
        ...(call[0] === '/bin/ffmpeg' ? { stdout: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHi\n') } : {}),
      }),
    },
  );
  const tracks = await plain.subtitles(file, signal);
  expect(tracks.map(({ cues }) => cues.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0]);
  expect(asked[1]?.[1]).toEqual(['-v', 'error', '-nostdin', ...input, '-map', '0:1', '-f', 'srt', 'pipe:1']);
  const listen = () => tools.sound(file, signal)[Symbol.asyncIterator]().next().catch(codeOf);
  missing = ['ffmpeg'];
  expect(await listen()).toEqual(['config_invalid', expect.stringContaining('ffmpeg')]);
  listing = { streams: [video], format };
  expect(await listen()).toEqual(['media_no_audio', '']);
});

test('SUM-04 cues are read with hours, without markup, and up to so many', async () => {
  const cue = (text: string, at = '00:00:01,000 --> 00:00:02,000') => `1\n${at}\n${text}\n`;
  expect(await readPlainSrt(cue('Hi', '100:02:03,004 --> 123456:05:06,007'), 9)).toEqual([
    { startMs: 360_123_004, endMs: 444_441_906_007, text: 'Hi' },
  ]);
  expect((await readPlainSrt(cue('<b>One</b> {\\an8}two {three} 1 < 2\n> 3 '), 9))[0]?.text).toBe('One two {three} 1 < 2\n> 3');
  expect(await readPlainSrt(`${cue('<i> </i>')}\n${cue('Last')}`, 9)).toMatchObject([{ text: 'Last' }]);
  expect(await readPlainSrt(cue('x', 'no time'), 9)).toEqual([]);
  expect(await readPlainSrt([cue('a'), cue('b'), cue('c')].join('\n'), 2)).toHaveLength(2);
  expect((await readPlainSrt(cue('y'.repeat(70_000)), 9))[0]?.text.length).toBe(65_536 - cue('').length + 1);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MediaSubtitleTrack } from '#engine/raw-content.ts';
import { type MatroskaTrack, makeMatroska, makeMatroskaOf } from '../../../../tests/harness/files/make-matroska.ts';
import { makeTimedTextMp4, makeTtmlMp4, makeWvttMp4 } from '../../../../tests/harness/files/make-wvtt.ts';
import { readSubtitles } from './subtitles.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'child-subtitles-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
async function read(bytes: Uint8Array): Promise<MediaSubtitleTrack[]> {
  const path = join(folder, String(files++));
  writeFileSync(path, bytes);
  return await readSubtitles(path);
}

type Said = { atMs: number; text: string | Uint8Array; lengthMs?: number };
const track = (said: readonly Said[], more: Partial<MatroskaTrack> = {}): MatroskaTrack => ({
  type: 'subtitle',
  codec: 'S_TEXT/UTF8',
  blocks: said.map(({ atMs, text, lengthMs }) => ({
    atMs,
    bytes: Buffer.from(text as string),
    ...(lengthMs === undefined ? {} : { lengthMs }),
  })),
  ...more,
});
const sound = (fromMs = 0): MatroskaTrack => ({
  type: 'audio',
  codec: 'A_PCM/INT/LIT',
  audio: { rate: 8000, channels: 1 },
  blocks: [0, 1000, 2000].map((atMs) => ({ atMs: atMs + fromMs, bytes: Buffer.alloc(16_000) })),
});
const cuesOf = async (...tracks: MatroskaTrack[]) => (await read(makeMatroskaOf({ tracks }))).map(({ cues }) => cues);

describe('SUM-04 cues of a track', () => {
  test('last as long as they are stored, or else to the next one, at most five seconds', async () => {
    const said = [
      { atMs: 500, text: 'One', lengthMs: 800 },
      { atMs: 2000, text: 'Two' },
      { atMs: 3500, text: 'Three' },
      { atMs: 9000, text: 'Four' },
    ];
    expect(await cuesOf(sound(), track(said))).toEqual([
      [
        { startMs: 500, endMs: 1300, text: 'One' },
        { startMs: 2000, endMs: 3500, text: 'Two' },
        { startMs: 3500, endMs: 8500, text: 'Three' },
        { startMs: 9000, endMs: 14_000, text: 'Four' },
      ],
    ]);
  });

  test('are in the order of their times, without empty ones', async () => {
    const said = [
      { atMs: 1900, text: 'Third', lengthMs: 100 },
      { atMs: 1200, text: 'First', lengthMs: 100 },
      { atMs: 1500, text: ' <i> </i>', lengthMs: 100 },
      { atMs: 1600, text: 'Second' },
    ];
    expect(await cuesOf(sound(), track(said))).toEqual([
      [
        { startMs: 1200, endMs: 1300, text: 'First' },
        { startMs: 1600, endMs: 1900, text: 'Second' },
        { startMs: 1900, endMs: 2000, text: 'Third' },
      ],
    ]);
  });

  test('count from the sound when the clock of the file is a time of day', async () => {
    const clock = 36_000_000;
    const said = [
      { atMs: clock - 500, text: 'Early', lengthMs: 700 },
      { atMs: clock + 500, text: 'Hello', lengthMs: 800 },
      { atMs: clock + 2000, text: 'Bye' },
    ];
    // The start of the file is that of its first packet.
    expect(await cuesOf(sound(clock), track(said.slice(1)))).toEqual([
      [
        { startMs: 500, endMs: 1300, text: 'Hello' },
        { startMs: 2000, endMs: 7000, text: 'Bye' },
      ],
    ]);
    const [[early] = []] = await cuesOf(sound(clock), track(said));
    expect(early).toEqual({ startMs: 0, endMs: expect.any(Number), text: 'Early' });
    // Up to ten seconds, a file begins late.
    expect(await cuesOf(sound(9000), track([{ atMs: 9500, text: 'Late', lengthMs: 100 }]))).toEqual([
      [{ startMs: 9500, endMs: 9600, text: 'Late' }],
    ]);
  });

  test('belong to their own track, beside bitmaps and sound', async () => {
    const bitmap = track([{ atMs: 0, text: 'bitmap' }], { codec: 'S_HDMV/PGS', language: 'spa' });
    const tracks = [
      track([{ atMs: 100, text: 'Hi', lengthMs: 50 }], { language: 'eng' }),
      sound(),
      bitmap,
      track([{ atMs: 100, text: '你好', lengthMs: 50 }], { language: 'chi' }),
    ];
    const found = await read(makeMatroskaOf({ tracks }));
    expect(found.map(({ index, language, codec, cues }) => [index, language, codec, cues.map(({ text }) => text)])).toEqual([
      [0, 'eng', 'subrip', ['Hi']],
      [2, 'spa', 'hdmv_pgs_subtitle', []],
      [3, 'chi', 'subrip', ['你好']],
    ]);
    // Nothing is read for bitmaps alone.
    expect(await cuesOf(sound(), bitmap)).toEqual([[]]);
    expect(await cuesOf(sound())).toEqual([]);
  });

  test('have the charset of their track', async () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);
    const tracks = [
      track([
        { atMs: 0, text: 'Hi', lengthMs: 50 },
        { atMs: 100, text: gbk, lengthMs: 50 },
      ]),
      track([{ atMs: 0, text: '再见', lengthMs: 50 }]),
    ];
    expect((await cuesOf(sound(), ...tracks)).map((cues) => cues.map(({ text }) => text))).toEqual([['Hi', '你好'], ['再见']]);
  });

  test('are read up to 32 MB', async () => {
    const room = 4 * 1024 * 1024;
    const long = Array.from({ length: 10 }, (_, index) => ({
      atMs: index * 1000,
      text: `${index}${' '.repeat(room)}`,
      lengthMs: 50,
    }));
    const [cues = []] = await cuesOf(sound(), track(long));
    expect(cues.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });

  test('of other kinds have speakers and line breaks', async () => {
    const subtitles = [
      { codec: 'S_TEXT/ASS', cues: [{ startMs: 700, endMs: 1500, text: '0,0,Default,Ann,0,0,0,,{\\an8}你好\\N世界' }] },
      { codec: 'S_TEXT/WEBVTT', cues: [{ startMs: 1700, endMs: 2500, text: '<v Bob>a &lt; b</v>' }] },
    ] as const;
    const found = await read(makeMatroska({ seconds: 4, subtitles: subtitles.map((one) => ({ ...one, cues: [...one.cues] })) }));
    expect(found.map(({ codec, cues }) => [codec, cues])).toEqual([
      ['ass', [{ startMs: 700, endMs: 1500, text: '你好\n世界', speaker: 'Ann' }]],
      ['webvtt', [{ startMs: 1700, endMs: 2500, text: 'a < b', speaker: 'Bob' }]],
    ]);
  });
});

describe('SUM-04 text in MP4', () => {
  test('is that of WebVTT, in UTF-8 whatever its boxes look like', async () => {
    const cues = [
      { startMs: 0, endMs: 900, text: 'Café' },
      { startMs: 1500, endMs: 2750, text: '<v Bob>a &lt; b</v>\nand c' },
    ];
    const [found] = await read(makeWvttMp4(cues));
    expect(found).toMatchObject({ codec: 'wvtt', language: 'eng' });
    expect(found?.cues).toEqual([
      { startMs: 0, endMs: 900, text: 'Café' },
      { startMs: 1500, endMs: 2750, text: 'a < b\nand c', speaker: 'Bob' },
    ]);
  });

  test('is that of a TTML document, with the times of the document', async () => {
    const document =
      '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2.5s">Hello</p><p begin="3s" end="4s">Bye</p></div></body></tt>';
    const [found] = await read(makeTtmlMp4(document, 6000));
    expect(found?.codec).toBe('ttml');
    expect(found?.cues).toEqual([
      { startMs: 1000, endMs: 2500, text: 'Hello' },
      { startMs: 3000, endMs: 4000, text: 'Bye' },
    ]);
  });

  test('is timed text, whose charset is told without the bytes of its length', async () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3]);
    // 195 bytes: together with the length's byte of 0xc3, the text would not be what it is.
    const texts = [
      { lengthMs: 1000, bytes: gbk },
      { lengthMs: 500, bytes: Buffer.alloc(0) },
      { lengthMs: 1500, bytes: Buffer.from('a'.repeat(195)) },
    ];
    const [found] = await read(makeTimedTextMp4(texts, 'Comments (SDH)'));
    expect(found).toMatchObject({ codec: 'mov_text', title: 'Comments (SDH)', isHearingImpaired: true });
    expect(found?.cues).toEqual([
      { startMs: 0, endMs: 1000, text: '你好' },
      { startMs: 1500, endMs: 3000, text: 'a'.repeat(195) },
    ]);
  });
});

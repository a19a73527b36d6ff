import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MatroskaTrack, makeMatroskaOf } from '../../../../tests/harness/files/make-matroska.ts';
import { makePicture } from '../../../../tests/harness/files/make-pictures.ts';
import { runProcess } from '../../process/run-process.ts';
import type { MediaReply } from '../child-messages.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cover-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));

/** In a separate process, because the library crashes after many pictures in one. */
async function ask<T>(...args: string[]): Promise<T> {
  const options = { signal: new AbortController().signal, timeoutMs: 60_000, keepUser: true, maxStdoutBytes: 2 ** 24 };
  const reply = JSON.parse(String((await runProcess(process.execPath, [entry, ...args], options)).stdout)) as MediaReply;
  if (!reply.ok) throw new Error(reply.detail);
  return reply.value as T;
}
const makeCover = (path: string) => ask<string | null>('cover', path);
const framesAt = (path: string, times: readonly number[]) => ask<(string | null)[]>('frames', path, ...times.map(String));

let files = 0;
function save(bytes: Uint8Array): string {
  const path = join(folder, `${files++}.mkv`);
  writeFileSync(path, bytes);
  return path;
}

const [width, height] = [32, 16];
/** Brightness that stands for a number from 0 to 48. */
const brightness = (number: number) => 40 + number * 4;

/** Uncompressed: dark on the left, and as bright on the right as its number says. A `blank` one is so bright all over. */
function picture(number: number, { blank = false, w = width, h = height } = {}): Buffer {
  const data = Buffer.alloc((w * h * 3) / 2, 128);
  for (let at = 0; at < w * h; at++) data[at] = blank || at % w >= w / 2 ? brightness(number) : 16;
  return data;
}

function video(frames: readonly Buffer[], more: Partial<MatroskaTrack> & { everyMs?: number; fromMs?: number } = {}) {
  const { everyMs = 1000, fromMs = 0, ...rest } = more;
  const blocks = frames.map((bytes, index) => ({ atMs: fromMs + index * everyMs, bytes }));
  return { type: 'video', codec: 'V_UNCOMPRESSED', video: { width, height }, blocks, ...rest } satisfies MatroskaTrack;
}

const speech = (seconds: number, fromMs = 0): MatroskaTrack => ({
  type: 'audio',
  codec: 'A_PCM/INT/LIT',
  audio: { rate: 8000, channels: 1 },
  blocks: Array.from({ length: seconds }, (_, index) => ({ atMs: fromMs + index * 1000, bytes: Buffer.alloc(16_000) })),
});

/** The number of the picture in a JPEG, with its size; `blank` is equally bright on both sides. */
async function look(jpeg: string | null): Promise<string | null> {
  if (jpeg === null) return null;
  const image = await loadImage(Buffer.from(jpeg, 'base64'));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const at = (x: number, y: number) =>
    context.getImageData(Math.floor(x * image.width), Math.floor(y * image.height), 1, 1).data[0] ?? 0;
  const number = (shown: number) => Math.round(((shown * 219) / 255 + 16 - 40) / 4);
  const size = image.width === width && image.height === height ? '' : ` ${image.width}x${image.height}`;
  const [left, right, top, bottom] = [at(0.2, 0.5), at(0.8, 0.5), at(0.5, 0.2), at(0.5, 0.8)];
  if (Math.abs(left - right) > 20) return left < right ? `${number(right)}${size}` : `${number(left)} from the right${size}`;
  if (Math.abs(top - bottom) > 20) return top < bottom ? `${number(bottom)} below${size}` : `${number(top)} above${size}`;
  return `blank ${number(right)}${size}`;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const coverOf = async (tracks: readonly MatroskaTrack[], headerMs: number, cover?: Uint8Array) =>
  await look(await makeCover(save(makeMatroskaOf({ tracks, headerMs, cover }))));

const all = async (...work: Promise<string | null>[]) => await Promise.all(work);

describe('SUM-04 the frame that becomes the cover', () => {
  const whole = range(40).map((number) => picture(number));

  test('is that at a tenth of the time, whatever the clock', async () => {
    const fromMs = 36_000_000;
    expect(
      await all(coverOf([speech(40), video(whole)], 40_000), coverOf([speech(40, fromMs), video(whole, { fromMs })], 40_000)),
    ).toEqual(['4', '4']);
  });

  test('is the next one that is not blank, of which each twelfth is looked at, or else the first', async () => {
    const frames = whole.map((own, number) => (number === 4 ? picture(number, { blank: true }) : own));
    const blank = range(40).map((number) => picture(number, { blank: true }));
    expect(await all(coverOf([video(frames)], 40_000), coverOf([video(blank)], 40_000))).toEqual(['16', 'blank 4']);
  });

  test('is looked for further on when four hundred packets are blank', async () => {
    const frames = (count: number, good: (at: number) => number | null) =>
      range(count).map((at) => picture(good(at) ?? 1, { blank: good(at) === null }));
    expect(
      await all(
        // From 50 on, the last one looked at is 446; from 100 on, 448 is.
        coverOf([video(frames(500, (at) => (at >= 447 ? at - 440 : null)))], 500_000),
        // From 60 and 120 on, the last ones are 456 and 516; from 210 on, 522 is.
        coverOf([video(frames(600, (at) => (at >= 517 ? at - 510 : null)))], 600_000),
        // Only the beginning has one.
        coverOf([video(frames(600, (at) => (at < 5 ? 20 + at : null)))], 600_000),
      ),
    ).toEqual(['8', '12', '20']);
  });

  test('is as wide as a cover may be, and turned as it is shown', async () => {
    const shaped = (w: number, h: number, shown: { roll?: number } = {}) =>
      coverOf([video([picture(9, { w, h })], { video: { width: w, height: h, ...shown } })], 1000);
    expect(await all(shaped(1600, 320), shaped(64, 32, { roll: 180 }))).toEqual(['9 1280x256', '9 from the right 64x32']);
  });

  test('is the picture stored beside the sound, unless that is broken', async () => {
    const jpeg = await makePicture('jpeg', { width: 48, height: 20 });
    const broken = Buffer.from('ffd8ffe000104a464946000101', 'hex');
    const [stored, frame, none] = await all(
      coverOf([speech(2), video(whole)], 40_000, jpeg),
      coverOf([speech(40), video(whole)], 40_000, broken),
      coverOf([speech(2)], 2000, broken),
    );
    expect([stored?.endsWith('48x20'), frame, none]).toEqual([true, '4', null]);
  });
});

describe('frames at given times', () => {
  const lookAt = async (tracks: readonly MatroskaTrack[], times: number[], cover?: Uint8Array) => {
    const path = save(makeMatroskaOf({ tracks, headerMs: 40_000, cover }));
    return await Promise.all((await framesAt(path, times)).map(look));
  };
  const whole = video(range(40).map((number) => picture(number)));

  test('are those from there on, in the order of the times, from a key frame before them', async () => {
    // A frame may be 20 ms early, since times are rounded.
    const times = [3000, 0, 12_000, 39_000, 3015, 3025, 2500, 41_000];
    const expected = ['3', '0', '12', '39', '3', '4', '3', null];
    const keyed = { ...whole, blocks: whole.blocks.map((block, index) => ({ ...block, isKey: index % 10 === 0 })) };
    const jpeg = await makePicture('jpeg', { width: 48, height: 20 });
    expect(await Promise.all([lookAt([speech(40), whole], times, jpeg), lookAt([keyed], times)])).toEqual([expected, expected]);
  });

  test('are not blank, if one of the next sixty is not', async () => {
    const blankFor = (blanks: number) =>
      video(
        range(70).map((at) => picture(5, { blank: at < blanks })),
        { everyMs: 500 },
      );
    expect(await Promise.all([lookAt([blankFor(60)], [0]), lookAt([blankFor(61)], [0])])).toEqual([['5'], [null]]);
  });

  test('are null without pictures', async () => {
    const jpeg = await makePicture('jpeg', { width: 48, height: 20 });
    expect(await lookAt([speech(3)], [0, 1000], jpeg)).toEqual([null, null]);
  });
});

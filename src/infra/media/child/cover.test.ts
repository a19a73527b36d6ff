import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MatroskaTrack, makeMatroskaOf } from '../../../../tests/harness/files/make-matroska.ts';
import { makeMp4 } from '../../../../tests/harness/files/make-media.ts';
import { makePicture } from '../../../../tests/harness/files/make-pictures.ts';
import { framesAt, makeCover } from './cover.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cover-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

describe('SUM-04 the frame that becomes the cover', () => {
  const whole = range(40).map((number) => picture(number));

  test('is that at a tenth of the time', async () => {
    expect(await coverOf([video(whole)], 40_000)).toBe('4');
    expect(await coverOf([video(whole.slice(0, 39), { everyMs: 100 })], 3900)).toBe('4');
    // Beside sound.
    expect(await coverOf([speech(40), video(whole)], 40_000)).toBe('4');
  });

  test('counts from the beginning of a clock that is a time of day', async () => {
    const fromMs = 36_000_000;
    expect(await coverOf([speech(40, fromMs), video(whole, { fromMs })], 40_000)).toBe('4');
  });

  test('is the next one that is not blank, of which each twelfth is looked at', async () => {
    const frames = whole.map((own, number) => (number === 4 ? picture(number, { blank: true }) : own));
    expect(await coverOf([video(frames)], 40_000)).toBe('16');
  });

  test('is looked for further on when four hundred packets are blank', async () => {
    const frames = (count: number, good: (at: number) => number | null) =>
      range(count).map((at) => picture(good(at) ?? 1, { blank: good(at) === null }));
    // From 50 on, the last one looked at is 446; from 100 on, 448 is.
    expect(await coverOf([video(frames(500, (at) => (at >= 447 ? at - 440 : null)))], 500_000)).toBe('8');
    // From 60 and 120 on, the last ones are 456 and 516; from 210 on, 522 is.
    expect(await coverOf([video(frames(600, (at) => (at >= 517 ? at - 510 : null)))], 600_000)).toBe('12');
    // Only the beginning has one.
    expect(await coverOf([video(frames(600, (at) => (at < 5 ? 20 + at : null)))], 600_000)).toBe('20');
  });

  test('is the first one looked at when all are blank', async () => {
    expect(await coverOf([video(range(40).map((number) => picture(number, { blank: true })))], 40_000)).toBe('blank 4');
  });

  test('is the only one of a short video', async () => {
    expect(await coverOf([video([picture(7)])], 1000)).toBe('7');
    expect(await coverOf([video([picture(7, { blank: true })])], 1000)).toBe('blank 7');
  });

  test('is null without pictures that can be decoded', async () => {
    expect(await coverOf([speech(1)], 1000)).toBeNull();
    expect(await coverOf([speech(1), video(whole.slice(0, 1), { codec: 'V_UNHEARD_OF' })], 1000)).toBeNull();
    expect(await coverOf([speech(1), video([], {})], 1000)).toBeNull();
  });

  test('has the shape in which it is shown', async () => {
    const shaped = async (w: number, h: number, shown: { shownWidth?: number; shownHeight?: number; roll?: number } = {}) =>
      await coverOf([video([picture(9, { w, h })], { video: { width: w, height: h, ...shown } })], 1000);
    expect(await shaped(1600, 320)).toBe('9 1280x256');
    expect(await shaped(64, 16, { shownWidth: 128, shownHeight: 16 })).toBe('9 128x16');
    expect(await shaped(64, 32, { shownWidth: 32, shownHeight: 32 })).toBe('9 32x32');
    expect(await shaped(64, 32, { roll: 180 })).toBe('9 from the right 64x32');
    expect([await shaped(64, 32, { roll: 90 }), await shaped(64, 32, { roll: -90 })].toSorted()).toEqual([
      '9 above 32x64',
      '9 below 32x64',
    ]);
  });
});

describe('SUM-04 a picture that is stored beside the sound', () => {
  test('is the cover, also of a video', async () => {
    const jpeg = await makePicture('jpeg', { width: 48, height: 20 });
    for (const tracks of [[speech(2)], [speech(2), video(range(20).map((number) => picture(number)))]])
      expect(await look(await makeCover(save(makeMatroskaOf({ tracks, headerMs: 2000, cover: jpeg }))))).toMatch(/48x20$/);
  });

  test('gives way to a frame when it is broken', async () => {
    const broken = Buffer.from('ffd8ffe000104a464946000101', 'hex');
    expect(await coverOf([speech(20), video(range(20).map((number) => picture(number)))], 20_000, broken)).toBe('2');
    expect(await coverOf([speech(2)], 2000, broken)).toBeNull();
  });
});

describe('frames at given times', () => {
  const lookAt = async (tracks: readonly MatroskaTrack[], times: number[], cover?: Uint8Array) => {
    const path = save(makeMatroskaOf({ tracks, headerMs: 40_000, cover }));
    return await Promise.all((await framesAt(path, times)).map(look));
  };

  test('are those from there on, in the order of the times', async () => {
    const whole = video(range(40).map((number) => picture(number)));
    expect(await lookAt([whole], [3000, 0, 12_000, 39_000])).toEqual(['3', '0', '12', '39']);
    // A frame may be 20 ms early, since times are rounded.
    expect(await lookAt([whole], [3015, 3025, 2500])).toEqual(['3', '4', '3']);
    expect(await lookAt([speech(40), whole], [20_000, 41_000])).toEqual(['20', null]);
  });

  test('are decoded from the key frame before them', async () => {
    const frames = video(range(40).map((number) => picture(number)));
    const blocks = frames.blocks.map((block, index) => ({ ...block, isKey: index % 10 === 0 }));
    expect(await lookAt([{ ...frames, blocks }], [15_000, 9000])).toEqual(['15', '9']);
  });

  test('count from the beginning of a clock that is a time of day', async () => {
    const fromMs = 36_000_000;
    expect(
      await lookAt(
        [
          video(
            range(20).map((number) => picture(number)),
            { fromMs },
          ),
        ],
        [0, 7000],
      ),
    ).toEqual(['0', '7']);
  });

  test('are not blank, if one of the next sixty is not', async () => {
    const blankFor = (blanks: number) =>
      video(
        range(70).map((at) => picture(5, { blank: at < blanks })),
        { everyMs: 500 },
      );
    expect(await lookAt([blankFor(60)], [0])).toEqual(['5']);
    expect(await lookAt([blankFor(61)], [0])).toEqual([null]);
    expect(await lookAt([blankFor(3)], [0, 1000])).toEqual(['5', '5']);
  });

  test('lie within three thousand packets of a key frame', async () => {
    const small = { w: 8, h: 8 };
    const frames = (count: number) => ({
      ...video(
        range(count).map((at) => picture(at === count - 1 ? 30 : 3, small)),
        { everyMs: 10, video: { width: 8, height: 8 } },
      ),
    });
    const only = (count: number): MatroskaTrack => {
      const track = frames(count);
      return { ...track, blocks: track.blocks.map((block, index) => ({ ...block, isKey: index === 0 })) };
    };
    expect(await lookAt([only(3000)], [29_990])).toEqual(['30 8x8']);
    expect(await lookAt([only(3001)], [30_000])).toEqual([null]);
  });

  test('are null without pictures, and never the picture stored beside the sound', async () => {
    const jpeg = await makePicture('jpeg', { width: 48, height: 20 });
    expect(await lookAt([speech(3)], [0, 1000], jpeg)).toEqual([null, null]);
    expect(await lookAt([speech(3), video([picture(1)], { codec: 'V_UNHEARD_OF' })], [0])).toEqual([null]);
    expect(await lookAt([speech(3), video([picture(1), picture(2)])], [0, 1000], jpeg)).toEqual(['1', '2']);
  });

  test('are turned and shaped as they are shown', async () => {
    const turned = video([picture(9, { w: 64, h: 32 })], { video: { width: 64, height: 32, roll: 180 } });
    expect(await lookAt([turned], [0])).toEqual(['9 from the right 64x32']);
  });

  test('come out of a decoder that holds frames back', async () => {
    const path = join(folder, 'late.mp4');
    await makeMp4(path, { seconds: 1, playable: true });
    expect((await framesAt(path, [0, 800])).map((frame) => frame?.slice(0, 4))).toEqual(['/9j/', '/9j/']);
    expect((await makeCover(path))?.slice(0, 4)).toBe('/9j/');
  });
});

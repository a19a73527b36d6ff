import { expect, test } from 'vitest';
import { fitInto, looksBlank, type Plane420, quarterTurns, rotate420 } from './picture.ts';

test('pictures: are made smaller in their shape and in even numbers, and never larger', () => {
  expect(fitInto(1920, 1080, 1, 640)).toEqual({ width: 640, height: 360 });
  expect(fitInto(320, 240, 1, 640)).toEqual({ width: 320, height: 240 });
  // Tall ones by their height.
  expect(fitInto(500, 2000, 1, 500)).toEqual({ width: 250, height: 1000 });
  // Pixels that are not square.
  expect(fitInto(720, 576, 2, 720)).toEqual({ width: 720, height: 288 });
  for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, 0, 0.1, 10, -1])
    expect(fitInto(720, 576, odd, 720)).toEqual({ width: 720, height: 576 });
  expect([fitInto(720, 576, 0.11, 720).width, fitInto(72, 57, 9.9, 720).width]).toEqual([80, 712]);
  expect(fitInto(3, 5, 1, 640)).toEqual({ width: 4, height: 6 });
  expect(fitInto(1000, 1, 1, 100)).toEqual({ width: 100, height: 2 });
});

test('pictures: one of a single tone looks blank, whatever its colours', () => {
  const picture = (valueAt: (at: number) => number): Plane420 => {
    const data = Buffer.alloc((140 * 10 * 3) / 2);
    for (let at = 0; at < data.length; at++) data[at] = at < 1400 ? valueAt(at) : (at * 37) % 256;
    return { width: 140, height: 10, data };
  };
  expect([looksBlank(picture(() => 0)), looksBlank(picture(() => 200))]).toEqual([true, true]);
  // The variance: 7 squared and 9 squared.
  const between = (spread: number) => looksBlank(picture((at) => 100 + (Math.floor(at / 7) % 2 === 0 ? spread : -spread)));
  expect([between(7), between(9)]).toEqual([true, false]);
});

const matrixOf = (a: number, b: number): Uint8Array => {
  const bytes = Buffer.alloc(40);
  bytes.writeInt32LE(Math.round(a * 65_536), 4);
  bytes.writeInt32LE(Math.round(b * 65_536), 8);
  // Within a larger piece of memory.
  return new Uint8Array(bytes.buffer, bytes.byteOffset + 4, 36);
};

test('pictures: are turned in quarters, as their matrix says', () => {
  expect([
    quarterTurns(matrixOf(1, 0)),
    quarterTurns(matrixOf(0, 1)),
    quarterTurns(matrixOf(-1, 0)),
    quarterTurns(matrixOf(0, -1)),
  ]).toEqual([0, 1, 2, 3]);
  expect([quarterTurns(matrixOf(-1, -0.01)), quarterTurns(matrixOf(0.1, 0.9))]).toEqual([2, 1]);
  expect([quarterTurns(null), quarterTurns(matrixOf(0, 1).subarray(0, 35))]).toEqual([0, 0]);
});

test('pictures: each of the three planes is turned by itself', () => {
  const letters = (text: string) => Buffer.from(text, 'latin1');
  // Four by two, with colours of two by one.
  const picture: Plane420 = { width: 4, height: 2, data: letters('abcdefghUVwx') };
  expect(rotate420(picture, 0)).toBe(picture);
  const turned = (turns: 1 | 2 | 3) => {
    const { width, height, data } = rotate420(picture, turns);
    return [width, height, data.toString('latin1')];
  };
  expect(turned(1)).toEqual([2, 4, 'eafbgchdUVwx']);
  expect(turned(2)).toEqual([4, 2, 'hgfedcbaVUxw']);
  expect(turned(3)).toEqual([2, 4, 'dhcgbfaeVUxw']);
});

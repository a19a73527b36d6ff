import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { sniffImage } from '#lib/image-type.ts';
import { lookAtPicture } from '../../../../tests/harness/files/look-at-picture.ts';
import { makePicture, pngOfSize } from '../../../../tests/harness/files/make-pictures.ts';
import { middleSquare } from './middle-square.ts';

async function square(bytes: Uint8Array): Promise<Buffer> {
  const reply = await middleSquare(Buffer.from(bytes));
  if (!reply.ok) throw new Error(reply.code);
  return Buffer.from(reply.webp, 'base64');
}
const failure = async (bytes: Uint8Array) => {
  const reply = await middleSquare(Buffer.from(bytes));
  return reply.ok ? 'painted' : reply.code;
};

const [blue, red] = [
  [0, 0, 2],
  [2, 0, 0],
];

/** A JPEG, red on the left and blue on the right, with a comment and an EXIF orientation of a quarter turn. */
async function photo(): Promise<Buffer> {
  const canvas = createCanvas(100, 100);
  const context = canvas.getContext('2d');
  for (const [left, colour] of [[0, 'red'] as const, [50, 'blue'] as const]) {
    context.fillStyle = colour;
    context.fillRect(left, 0, 50, 100);
  }
  const jpeg = await canvas.encode('jpeg', 95);
  const exif = Buffer.from('45786966000049492a000800000001001201030001000000060000000000000000', 'hex');
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  return Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, exif),
    segment(0xfe, Buffer.from('taken at 47.3769 N 8.5417 E')),
    jpeg.subarray(2),
  ]);
}

describe('ACC-09 a picture of oneself', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('is made of the middle square of a %s', async (format) => {
    const webp = await square(await makePicture(format));
    expect(sniffImage(webp)).toBe('webp');
    expect(await lookAtPicture(webp)).toEqual({ size: [256, 256], top: blue, bottom: blue });
  });

  it('is made of the middle square of a tall picture', async () => {
    const webp = await square(await makePicture('png', { width: 200, height: 300 }));
    expect(await lookAtPicture(webp)).toEqual({ size: [256, 256], top: blue, bottom: blue });
  });

  it('stands upright and loses what a camera wrote into it', async () => {
    const bytes = await photo();
    expect(bytes.includes('47.3769')).toBe(true);
    const webp = Buffer.from(await square(bytes));
    expect(webp.includes('47.3769')).toBe(false);
    expect(webp.includes('Exif')).toBe(false);
    const { top, bottom } = await lookAtPicture(webp);
    expect([top, bottom]).toEqual([red, blue]);
  });

  it.each([
    ['wider than it may be', pngOfSize(10_001, 1), 'picture_too_large'],
    ['taller than it may be', pngOfSize(1, 10_001), 'picture_too_large'],
    ['of more pixels than it may have', pngOfSize(9_000, 9_000), 'picture_too_large'],
    [
      'that is a drawing with scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'picture_unreadable',
    ],
    ['that only begins like one', Buffer.from('GIF89a<script>alert(1)</script>'), 'picture_(?:too_large|unreadable)'],
    ['of nothing', new Uint8Array(), 'picture_unreadable'],
  ])('%s is refused', async (_which, bytes, code) => {
    expect(await failure(bytes)).toMatch(new RegExp(`^${code}$`));
  });

  it.each([
    ['webp', 'picture_unreadable'],
    ['avif', 'picture_unreadable'],
    ['png', 'painted'],
  ] as const)('a %s that is cut is %s', async (format, end) => {
    const whole = await makePicture(format);
    for (const share of [0.5, 0.9]) expect(await failure(whole.subarray(0, Math.floor(whole.length * share)))).toBe(end);
  });

  it('may be as wide and as large as the limits', async () => {
    expect(await middleSquare(pngOfSize(10_000, 1))).not.toMatchObject({ code: 'picture_too_large' });
    expect(await middleSquare(pngOfSize(1, 10_000))).not.toMatchObject({ code: 'picture_too_large' });
    expect(await failure(pngOfSize(10_000, 4001))).toBe('picture_too_large');
    expect(await middleSquare(pngOfSize(10_000, 4001))).toEqual({
      ok: false,
      code: 'picture_too_large',
      detail: 'more pixels than a picture of a person needs',
    });
  });

  it('that is no raster image is told apart from one that cannot be decoded', async () => {
    expect(await middleSquare(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual({
      ok: false,
      code: 'picture_unreadable',
      detail: 'no raster image',
    });
    const webp = await makePicture('webp');
    const reply = await middleSquare(webp.subarray(0, webp.length / 2));
    expect(reply).toMatchObject({ ok: false, code: 'picture_unreadable' });
    expect(reply.ok || reply.detail).not.toBe('no raster image');
  });
});

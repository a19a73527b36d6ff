import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { makePdf, type PdfLine } from '../../../../tests/harness/files/make-documents.ts';
import { drawTop } from './draw-top.ts';

const words = Array.from({ length: 12 }, (_, index) => ({ text: `A line about the kiln, number ${index}`, size: 14 }));
/** A page of another height; its lines are as far from the bottom as before. */
const pageOf = (height: string, lines: readonly PdfLine[]) =>
  Buffer.from(
    makePdf({ pages: [lines] })
      .toString('latin1')
      .replace('0 0 595 842', `0 0 595 ${height}`),
    'latin1',
  );

/** Size, and the rows of the picture that have something dark in them, from the first to the last. */
async function look(jpeg: Buffer | null): Promise<{ size: number[]; first: number; last: number; corner: number } | null> {
  if (!jpeg) return null;
  const { width, height } = await loadImage(jpeg);
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(await loadImage(jpeg), 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const rows = Array.from({ length: height }, (_, y) => data.subarray(y * width * 4, (y + 1) * width * 4));
  const dark = rows.map((row) => row.some((value, at) => at % 4 === 0 && value < 128));
  return { size: [width, height], first: dark.indexOf(true), last: dark.lastIndexOf(true), corner: data[0] ?? 0 };
}

describe('LIB-22 the picture of a PDF', () => {
  it('is the top of its first page on white', async () => {
    const seen = await look(await drawTop(makePdf({ pages: [words, []] })));
    expect(seen?.size).toEqual([640, 360]);
    expect(seen?.corner).toBeGreaterThan(250);
    // The first line stands 70 of 842 points below the top, the last one 201 further down.
    expect(seen?.first).toBeGreaterThan(55);
    expect(seen?.first).toBeLessThan(80);
    expect(seen?.last).toBeGreaterThan(270);
    expect(seen?.last).toBeLessThan(300);
  });

  it('is no higher than its page', async () => {
    const line = [{ text: 'A line about the kiln and the heat in it', size: 14, gap: 740 }];
    expect((await look(await drawTop(pageOf('100', line))))?.size).toEqual([640, 108]);
    expect((await look(await drawTop(pageOf('335', [{ text: 'Words of the kiln', size: 30, gap: 600 }]))))?.size).toEqual([
      640, 360,
    ]);
  });

  it('is none where hardly anything stands on the page', async () => {
    expect(await drawTop(makePdf({ pages: [[], words] }))).toBeNull();
    expect(await drawTop(makePdf({ pages: [[{ text: '.', size: 8 }]] }))).toBeNull();
    // What stands further down is not in the picture.
    expect(await drawTop(makePdf({ pages: [[{ text: 'A line about the kiln and its heat', size: 20, gap: 600 }]] }))).toBeNull();
    expect((await look(await drawTop(makePdf({ pages: [[{ text: 'The kiln of the valley', size: 24 }]] }))))?.size).toEqual([
      640, 360,
    ]);
  });

  it('cannot be had of what is no page', async () => {
    await expect(drawTop(makePdf({ pages: [words], encrypted: true }))).rejects.toThrow();
    await expect(drawTop(Buffer.from('%PDF-1.5\n1 0 obj\n<<'))).rejects.toThrow();
  });
});

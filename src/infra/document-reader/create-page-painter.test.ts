import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { makePdf } from '../../../tests/harness/files/make-documents.ts';
import { createPagePainter } from './create-page-painter.ts';

const paint = createPagePainter();
const draw = (bytes: Uint8Array) => paint({ bytes }, AbortSignal.timeout(60_000));
const words = Array.from({ length: 12 }, (_, index) => ({ text: `A line about the kiln, number ${index}`, size: 14 }));

/** Width and height from the header of a JPEG. */
function sizeOf(jpeg: Uint8Array | null): [number, number] | null {
  const bytes = Buffer.from(jpeg ?? []);
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2))
    if ((bytes[at + 1] ?? 0) >= 0xc0 && (bytes[at + 1] ?? 0) <= 0xc2)
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  return null;
}

describe('LIB-22 the picture of a PDF', () => {
  it('is the beginning of its first page, as large as a card', async () => {
    expect(sizeOf(await draw(makePdf({ pages: [words, []] })))).toEqual([640, 360]);
  });

  it('of a huge page is no larger', async () => {
    const huge = Buffer.from(
      makePdf({ pages: [words] })
        .toString('latin1')
        .replace('0 0 595 842', '0 0 9e5 9e5'),
      'latin1',
    );
    expect([undefined, '640,360']).toContain(sizeOf(await draw(huge))?.join());
  });

  it.each([
    ['with nothing on its first page', makePdf({ pages: [[], words] })],
    ['behind a password', makePdf({ pages: [words], encrypted: true })],
    ['cut off', Buffer.from('%PDF-1.5\n1 0 obj\n<<')],
  ])('%s is left out', async (_which, bytes) => {
    expect(await draw(bytes)).toBeNull();
  });

  it('is given up when nobody waits for it any more', async () => {
    const error = await paint({ bytes: makePdf({ pages: [words] }) }, AbortSignal.abort()).catch((thrown: unknown) => thrown);
    expect(error instanceof AppError && error.code).toBe('cancelled');
  });
});

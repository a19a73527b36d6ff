import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { sniffImage } from '#lib/image-type.ts';
import { avatarBytes } from '#lib/input-limits.ts';
import { lookAtPicture } from '../../../tests/harness/files/look-at-picture.ts';
import { makePicture, pngOfSize } from '../../../tests/harness/files/make-pictures.ts';
import { createAvatarPainter } from './create-avatar-painter.ts';

const paint = createAvatarPainter();
const square = (bytes: Uint8Array) => paint(bytes, AbortSignal.timeout(60_000));
const failure = (bytes: Uint8Array) =>
  square(bytes).then(
    () => 'painted',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

const blue = [0, 0, 2];

describe('ACC-09 a picture of oneself', () => {
  it('is a square of the middle', async () => {
    const webp = await square(await makePicture('jpeg'));
    expect(sniffImage(webp)).toBe('webp');
    expect(await lookAtPicture(webp)).toEqual({ size: [256, 256], top: blue, bottom: blue });
  });

  it('that nobody waits for any more is no fault of the picture', async () => {
    const gone = AbortSignal.abort(new Error('left'));
    const error = await paint(await makePicture('png'), gone).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'cancelled' });
  });

  it.each([
    ['as large as a number can be', pngOfSize(0x7fffffff, 0x7fffffff), 'picture_(?:too_large|unreadable)'],
    ['of too many bytes', new Uint8Array(avatarBytes + 1), 'picture_too_large'],
    ['of nothing', new Uint8Array(), 'picture_unreadable'],
  ])('%s is refused', async (_which, bytes, code) => {
    expect(await failure(bytes)).toMatch(new RegExp(`^${code}$`));
  });
});

import { sniffImage } from '#lib/image-type.ts';
import { type AvatarReply, avatarLimits } from '../child-messages.ts';

const { mostPx, mostPixels, sidePx, quality } = avatarLimits;

type Canvas = typeof import('@napi-rs/canvas');
type Loaded = InstanceType<Canvas['Image']>;

export async function middleSquare(bytes: Buffer): Promise<AvatarReply> {
  try {
    return await square(bytes);
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    return { ok: false, code: 'picture_unreadable', detail };
  }
}

const isTooLarge = ({ width, height }: Loaded) => width > mostPx || height > mostPx || width * height > mostPixels;
const tooLarge: AvatarReply = { ok: false, code: 'picture_too_large', detail: 'more pixels than a picture of a person needs' };

async function square(bytes: Buffer): Promise<AvatarReply> {
  // Checked first, because the library also reads SVG.
  if (sniffImage(bytes) === null) return { ok: false, code: 'picture_unreadable', detail: 'no raster image' };
  const library = await import('@napi-rs/canvas').catch(() => null);
  if (!library) return { ok: false, code: 'config_invalid', detail: '@napi-rs/canvas is not installed' };
  const picture = new library.Image();
  const loaded = Promise.withResolvers<void>();
  // A picture that is refused by its size is not waited for.
  loaded.promise.catch(() => {});
  picture.onload = () => loaded.resolve();
  picture.onerror = (error: unknown) => loaded.reject(error);
  picture.src = bytes;
  // The size is known from the file's header, before most of the decoding.
  if (isTooLarge(picture)) return tooLarge;
  await loaded.promise;
  if (isTooLarge(picture)) return tooLarge;
  const { width, height } = picture;
  const side = Math.min(width, height);
  if (side < 1) return { ok: false, code: 'picture_unreadable', detail: 'nothing to see' };
  const canvas = library.createCanvas(sidePx, sidePx);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, sidePx, sidePx);
  return { ok: true, webp: canvas.toBuffer('image/webp', quality).toString('base64') };
}

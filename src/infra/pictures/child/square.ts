/** Makes a small square from an image and writes it as JSON to stdout. Started by `createAvatarPainter` only. */
import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { sniffImage } from '#lib/image-type.ts';
import { type AvatarReply, avatarLimits, warmTask } from '../child-messages.ts';

const { mostPx, mostPixels, sidePx, quality } = avatarLimits;

type Canvas = typeof import('@napi-rs/canvas');
type Loaded = InstanceType<Canvas['Image']>;

// Output of libraries would corrupt the reply.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => {};

const isTooLarge = ({ width, height }: Loaded) => width > mostPx || height > mostPx || width * height > mostPixels;
const tooLarge: AvatarReply = { ok: false, code: 'picture_too_large', detail: 'more pixels than a picture of a person needs' };

async function square(bytes: Buffer): Promise<AvatarReply> {
  // Checked first, because the library also reads SVG.
  if (sniffImage(bytes) === null) return { ok: false, code: 'picture_unreadable', detail: 'no raster image' };
  const library = await import('@napi-rs/canvas').catch(() => null);
  if (!library) return { ok: false, code: 'config_invalid', detail: '@napi-rs/canvas is not installed' };
  const picture = new library.Image();
  const loaded = Promise.withResolvers<void>();
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

async function answer(): Promise<AvatarReply> {
  try {
    return await square(await buffer(process.stdin));
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
    return { ok: false, code: 'picture_unreadable', detail };
  }
}

if (process.argv[2] === warmTask) {
  await Promise.allSettled([import('@napi-rs/canvas')]);
  process.exit(0);
}

writeSync(1, JSON.stringify(await answer()));
// Ends decoding that is still running.
process.exit(0);

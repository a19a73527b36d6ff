import { createCanvas, loadImage } from '@napi-rs/canvas';

type Look = { size: number[]; top: number[]; bottom: number[] };

/** Size of an avatar, and its colours (red, green, blue, each 0 to 2) at the top and the bottom. */
export async function lookAtPicture(bytes: Uint8Array): Promise<Look> {
  const picture = await loadImage(Buffer.from(bytes));
  const context = createCanvas(picture.width, picture.height).getContext('2d');
  context.drawImage(picture, 0, 0);
  const at = (y: number) => [...context.getImageData(40, y, 1, 1).data.subarray(0, 3)].map((one) => Math.round(one / 128));
  return { size: [picture.width, picture.height], top: at(8), bottom: at(247) };
}

/** Pictures in every format that browsers know: a red field with a blue square in its middle. */
import { deflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif';

export async function makePicture(format: PictureFormat, { width = 300, height = 200 } = {}): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, width, height);
  const side = Math.min(width, height);
  context.fillStyle = 'blue';
  context.fillRect((width - side) / 2, (height - side) / 2, side, side);
  if (format === 'png') return canvas.encode('png');
  if (format === 'gif') return canvas.encode('gif');
  return format === 'avif' ? canvas.encode('avif') : canvas.encode(format, 90);
}

/** What the head says, and hardly any pixels. */
export function pngOfSize(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

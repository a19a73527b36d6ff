import { expect, test } from 'vitest';
import { readFrames } from './conversing-child.ts';

function frameOf(header: unknown, bytes: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const lengths = [json, bytes].map((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(part.length);
    return length;
  });
  return Buffer.concat([lengths[0] ?? json, json, lengths[1] ?? json, bytes]);
}

async function read(whole: Buffer, size: number): Promise<unknown[]> {
  async function* inPieces() {
    for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
  }
  const frames: unknown[] = [];
  for await (const { header, bytes } of readFrames(inPieces())) frames.push([header, bytes.toString('latin1')]);
  return frames;
}

test('frames: are read whole, however their bytes arrive, and one that is cut is none', async () => {
  const long = Buffer.alloc(300, 'x');
  const all = Buffer.concat([
    frameOf({ id: 1, of: '语' }, Buffer.from('abc')),
    frameOf(null, Buffer.alloc(0)),
    frameOf({ id: 2 }, long),
  ]);
  const frames = [
    [{ id: 1, of: '语' }, 'abc'],
    [null, ''],
    [{ id: 2 }, long.toString('latin1')],
  ];
  for (const size of [1, 2, 3, 5, 7, 64, 1000]) expect(await read(all, size), String(size)).toEqual(frames);
  for (const cut of [1, 299, 300, 303, 310])
    expect(await read(all.subarray(0, -cut), 8), String(cut)).toEqual(frames.slice(0, 2));
  expect(await read(Buffer.alloc(0), 1)).toEqual([]);
});

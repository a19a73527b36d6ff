import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createIncoming, type Incoming } from './incoming.ts';

const root = mkdtempSync(join(tmpdir(), 'gleaner-incoming-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const mega = 1024 ** 2;

let folder = '';
let incoming: Incoming;
/** The room that was asked for; refused from `room` bytes on. */
let asked: number[] = [];
let room = Number.POSITIVE_INFINITY;
beforeEach(() => {
  folder = mkdtempSync(join(root, 'one-'));
  mkdirSync(join(folder, 'incoming'));
  [asked, room] = [[], Number.POSITIVE_INFINITY];
  incoming = createIncoming(join(folder, 'incoming'), async (bytes) => {
    asked.push(bytes);
    if (asked.reduce((sum, one) => sum + one, 0) > room) throw new Error('no room');
  });
});
const left = () => readdirSync(join(folder, 'incoming'));
const target = (name = 'a/b/file') => join(folder, 'kept', name);
async function* chunksOf(...sizes: number[]) {
  for (const size of sizes) yield new Uint8Array(size).fill(7);
}

test('files: are written into place, readable by others in folders that are not', async () => {
  expect(await incoming.write(target(), Buffer.from('all'))).toEqual({ size: 3 });
  expect(readFileSync(target(), 'utf8')).toBe('all');
  expect([statSync(target()).mode & 0o777, statSync(target('a/b')).mode & 0o777]).toEqual([0o644, 0o700]);
  expect([asked, left()]).toEqual([[3], []]);
  expect(await incoming.write(target(), chunksOf(2, 3))).toEqual({ size: 5 });
  expect(readFileSync(target())).toEqual(Buffer.alloc(5, 7));
});

test('files: room is asked for piece by piece of what streams in, and what finds none is not kept', async () => {
  const pieces = [1, 8 * mega - 1, 1, 9 * mega, 1];
  expect((await incoming.write(target('long'), chunksOf(...pieces))).size).toBe(17 * mega + 2);
  expect(asked).toEqual([8 * mega, 8 * mega, 9 * mega, 8 * mega]);
  [asked, room] = [[], 8 * mega];
  await expect(incoming.write(target('larger'), chunksOf(8 * mega, 1))).rejects.toThrow('no room');
  expect([left(), existsSync(target('larger'))]).toEqual([[], false]);
  await expect(incoming.write(target('none'), Buffer.alloc(9 * mega))).rejects.toThrow('no room');
  expect([left(), existsSync(target('none'))]).toEqual([[], false]);
});

test('files: are moved without a copy, and stay where they are when they cannot be', async () => {
  const path = join(folder, 'arrived');
  writeFileSync(path, 'bytes');
  const { ino } = statSync(path);
  expect(await incoming.move(path, target('moved'))).toEqual({ size: 5 });
  expect([existsSync(path), statSync(target('moved')).ino, asked]).toEqual([false, ino, []]);
  writeFileSync(path, 'again');
  writeFileSync(join(folder, 'a-file'), '');
  await expect(incoming.move(path, join(folder, 'a-file', 'below'))).rejects.toMatchObject({ code: 'EEXIST' });
  expect([readFileSync(path, 'utf8'), asked]).toEqual(['again', []]);
});

test('files: what nobody goes on writing is removed, and a probe leaves nothing', async () => {
  for (const name of ['old', 'older', 'young']) writeFileSync(join(folder, 'incoming', name), '');
  const at = (name: string, ms: number) =>
    utimesSync(join(folder, 'incoming', name), new Date(Date.now() - ms), new Date(Date.now() - ms));
  at('old', 61_000);
  at('older', 600_000);
  at('young', 50_000);
  expect([await incoming.removeIdle(60_000), left()]).toEqual([2, ['young']]);
  await incoming.probe();
  expect([left(), asked]).toEqual([['young'], []]);
  rmSync(join(folder, 'incoming'), { recursive: true });
  await expect(incoming.probe()).rejects.toMatchObject({ code: 'ENOENT' });
});

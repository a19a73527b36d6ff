/** Leftovers of interrupted writes, and writes that are refused in advance. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBlobStore } from './blobs.ts';
import { createDisk, noRoom } from './disk.ts';
import { removeTempLeftovers } from './temp-leftovers.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gleaner-left-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function age(path: string, hours: number): void {
  const then = new Date(Date.now() - hours * 3_600_000);
  utimesSync(path, then, then);
}

test('incoming: removes only files idle for the given time', async () => {
  const blobs = await createBlobStore(directory);
  for (const name of ['old', 'new']) writeFileSync(join(directory, 'incoming', name), 'half');
  age(join(directory, 'incoming', 'old'), 1);
  await blobs.put('media/kept', Buffer.from('whole'));
  age(join(directory, 'blobs', 'media', 'kept'), 1);
  expect(await blobs.removeUnfinished(30 * 60_000)).toBe(1);
  expect(readdirSync(join(directory, 'incoming'))).toEqual(['new']);
  expect(await blobs.stat('media/kept')).toMatchObject({ size: 5 });
});

test('temporary folder: removes only old files of ours', async () => {
  const known = ['gleaner-yt-abc', 'gleaner-browser-1', 'gleaner-lent-x1', 'gleaner-cli-Ab1'];
  const old = [...known, `gleaner-${'a'.repeat(8)}-1111-2222-3333-${'b'.repeat(12)}.jsonl`];
  for (const name of [...old, 'gleaner-0-socket', 'somebody-else', 'gleaner-yt-new']) mkdirSync(join(directory, name));
  writeFileSync(join(directory, 'gleaner-yt-abc', 'audio.part'), 'x');
  for (const name of readdirSync(directory)) if (name !== 'gleaner-yt-new') age(join(directory, name), 13);
  expect(await removeTempLeftovers([directory])).toBe(5);
  expect(readdirSync(directory).sort()).toEqual(['gleaner-0-socket', 'gleaner-yt-new', 'somebody-else']);
});

test('refuses a blob that passes the free space and leaves nothing', async () => {
  let asked = 0;
  const blobs = await createBlobStore(directory, {
    async requireRoom(bytes) {
      asked += bytes;
      if (asked > 20 * 1024 ** 2) throw noRoom('full');
    },
  });
  let sent = 0;
  async function* endless() {
    for (;;) {
      sent += 1024 ** 2;
      yield new Uint8Array(1024 ** 2);
    }
  }
  await expect(blobs.put('media/x', endless())).rejects.toMatchObject({ code: 'storage_failed', retry: { afterMs: 60_000 } });
  expect(sent).toBeLessThanOrEqual(21 * 1024 ** 2);
  expect(readdirSync(join(directory, 'incoming'))).toEqual([]);
  await expect(blobs.put('covers/y', new Uint8Array(30 * 1024 ** 2))).rejects.toMatchObject({ code: 'storage_failed' });
});

test('makes the reserve once where there is room, and not for a floor of 0', async () => {
  const disk = createDisk({ directory, floorBytes: 4 * 1024 ** 2 });
  expect(await disk.state()).toBe('full');
  await Promise.all([disk.tend(), disk.tend()]);
  expect(readdirSync(directory)).toEqual(['reserve']);
  expect(await disk.state()).toBe('ok');
  rmSync(join(directory, 'reserve'));
  const none = createDisk({ directory, floorBytes: 0 });
  await none.tend();
  expect(existsSync(join(directory, 'reserve'))).toBe(false);
  expect(await none.state()).toBe('ok');
});

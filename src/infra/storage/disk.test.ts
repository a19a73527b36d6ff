import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDisk, noRoom, watchDisk } from './disk.ts';

const mega = 1024 ** 2;
let directory = '';
const reserve = () => join(directory, 'reserve');
const unfinished = () => join(directory, 'reserve.new');
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gleaner-disk-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

test('space: a quarter of the floor is set aside as bytes that cannot be compressed, and without it the disk counts as full', async () => {
  const disk = createDisk({ directory, floorBytes: 6 * mega });
  expect(await disk.state()).toBe('full');
  await disk.tend();
  expect(await disk.state()).toBe('ok');
  expect([statSync(reserve()).size, statSync(reserve()).mode & 0o777, readdirSync(directory)]).toEqual([
    1.5 * mega,
    0o600,
    ['reserve'],
  ]);
  const bytes = readFileSync(reserve());
  for (const at of [0, mega, 1.5 * mega - 1000]) expect(new Set(bytes.subarray(at, at + 1000)).size).toBeGreaterThan(100);
  const { ino } = statSync(reserve());
  await disk.tend();
  expect(statSync(reserve()).ino).toBe(ino);
  rmSync(reserve());
  expect(await disk.state()).toBe('full');
});

test('space: nothing is set aside without a floor, and at most 64 MB with a high one, below which the disk is low', async () => {
  const open = createDisk({ directory, floorBytes: 0 });
  await open.tend();
  expect([await open.state(), readdirSync(directory)]).toEqual(['ok', []]);
  const high = createDisk({ directory, floorBytes: 2 ** 60 });
  await high.tend();
  expect([statSync(reserve()).size, await high.state()]).toEqual([64 * mega, 'low']);
  expect(await high.roomBytes()).toBeLessThan(0);
});

test('space: what another process sets aside is left to it, until it is abandoned', async () => {
  const disk = createDisk({ directory, floorBytes: 4 * mega });
  writeFileSync(unfinished(), 'begun');
  const age = (ms: number) => utimesSync(unfinished(), new Date(Date.now() - ms), new Date(Date.now() - ms));
  age(50_000);
  await disk.tend();
  expect([existsSync(reserve()), readFileSync(unfinished(), 'utf8')]).toEqual([false, 'begun']);
  age(61_000);
  await disk.tend();
  expect([statSync(reserve()).size, existsSync(unfinished())]).toEqual([mega, false]);
});

test('space: the disk is looked after every two seconds, once at a time', async () => {
  vi.useFakeTimers();
  let tended = 0;
  let end = () => {};
  const tend = () => {
    tended++;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const stop = watchDisk({ tend, roomBytes: async () => 0, state: async () => 'ok' });
  await vi.advanceTimersByTimeAsync(1999);
  expect(tended).toBe(0);
  await vi.advanceTimersByTimeAsync(4001);
  expect(tended).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(tended).toBe(2);
  end();
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tended).toBe(2);
  expect(noRoom('why', 'cause')).toMatchObject({ code: 'storage_failed', message: 'storage_failed: why', cause: 'cause' });
  expect(noRoom('why').retry?.afterMs).toBeGreaterThan(0);
});

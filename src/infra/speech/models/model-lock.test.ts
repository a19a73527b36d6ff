import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isHeld, takeLock } from './model-lock.ts';

let folder = '';
let path = '';
const start = 1_800_000_000_000;
const age = (ms: number) => utimesSync(path, new Date(Date.now() - ms), new Date(Date.now() - ms));
/** File access is real, so a beat is waited for. */
const beat = async (check: () => void) => {
  vi.advanceTimersByTime(2000);
  await vi.waitFor(check, { interval: 1 });
};

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['setInterval', 'clearInterval', 'Date'] });
  folder = mkdtempSync(join(tmpdir(), 'model-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test('a lock is held by one, until it is released', async () => {
  expect(await isHeld(path)).toBe(false);
  const lock = await takeLock(path, () => {});
  age(0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toMatch(/^[\da-f-]{36}$/);
  expect([await isHeld(path), await takeLock(path, () => {})]).toEqual([true, null]);
  await lock?.release();
  expect(readdirSync(folder)).toEqual([]);
  const next = await takeLock(path, () => {});
  expect(next).not.toBeNull();
  await next?.release();
  expect(await takeLock(join(folder, 'no', 'folder'), () => {})).toBeNull();
});

test('a lock that nobody has touched for fifteen seconds is taken over', async () => {
  writeFileSync(path, 'of a dead process');
  age(14_999);
  expect([await isHeld(path), await takeLock(path, () => {})]).toEqual([true, null]);
  age(15_000);
  expect(await isHeld(path)).toBe(false);
  const lock = await takeLock(path, () => {});
  expect(readFileSync(path, 'utf8')).not.toBe('of a dead process');
  expect(readdirSync(folder)).toEqual(['lock']);
  await lock?.release();
  expect(existsSync(path)).toBe(false);
});

test('a holder touches its lock every two seconds', async () => {
  const lock = await takeLock(path, () => {});
  age(0);
  vi.advanceTimersByTime(1999);
  expect(statSync(path).mtimeMs).toBe(start);
  vi.advanceTimersByTime(1);
  // Each look at it takes fake time.
  await vi.waitFor(() => expect(statSync(path).mtimeMs).toBeGreaterThanOrEqual(start + 2000), { interval: 1 });
  await lock?.release();
  expect(vi.getTimerCount()).toBe(0);
});

test('a holder that lost its lock is told once, and leaves the lock of the other alone', async () => {
  let lost = 0;
  const lock = await takeLock(path, () => {
    lost += 1;
  });
  age(0);
  writeFileSync(path, 'of another');
  age(0);
  await beat(() => expect(lost).toBe(1));
  expect(vi.getTimerCount()).toBe(0);
  expect(statSync(path).mtimeMs).toBe(start);
  await lock?.release();
  expect(readFileSync(path, 'utf8')).toBe('of another');
  // A lock that is gone is lost, too.
  rmSync(path);
  await takeLock(path, () => {
    lost += 10;
  });
  rmSync(path);
  await beat(() => expect(lost).toBe(11));
});

import { expect, test } from 'vitest';
import type { Logger } from '#infra/logger/logger.ts';
import { createLifecycle } from './lifecycle.ts';

test('stopping: each part stops once, the last first, and one that fails keeps no other from it', async () => {
  const done: string[] = [];
  const warned: unknown[] = [];
  const lifecycle = createLifecycle(() => ({ warn: (...all: unknown[]) => warned.push(all) }) as unknown as Logger);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const failure = new Error('stuck');
  lifecycle.onStop('first', () => void done.push('first'));
  lifecycle.onStop('broken', () => Promise.reject(failure));
  lifecycle.onStop('slow', async () => {
    await held;
    done.push(`slow ${lifecycle.stopping.aborted}`);
    // What is started while the others stop is stopped, too.
    lifecycle.onStop('late', () => void done.push('late'));
  });
  expect(lifecycle.stopping.aborted).toBe(false);
  const [stopped, again] = [lifecycle.stop(), lifecycle.stop()];
  expect([lifecycle.stopping.aborted, done]).toEqual([true, []]);
  release();
  await Promise.all([stopped, again]);
  await lifecycle.stop();
  expect(done).toEqual(['slow true', 'late', 'first']);
  expect(warned).toEqual([[{ err: failure, part: 'broken' }, 'did not stop cleanly']]);
});

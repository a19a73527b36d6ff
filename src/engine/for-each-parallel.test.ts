import { expect, test } from 'vitest';
import { forEachParallel } from './for-each-parallel.ts';

const never = new AbortController().signal;

/** Promises that the test resolves by hand. */
function createGates(count: number) {
  return Array.from({ length: count }, () => Promise.withResolvers<void>());
}

test('runs every item once, no more at a time than allowed', async () => {
  const gates = createGates(5);
  const started: number[] = [];
  const done = forEachParallel(gates, { concurrency: 2, signal: never }, async (gate, index) => {
    started.push(index);
    await gate.promise;
  });
  await expect.poll(() => started).toEqual([0, 1]);
  gates[1]?.resolve();
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await done;
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

test('starts nothing after a failure and throws the first one when all have settled', async () => {
  const gates = createGates(4);
  const started: number[] = [];
  const settled: number[] = [];
  const signals: AbortSignal[] = [];
  const done = forEachParallel(gates, { concurrency: 2, signal: never }, async (gate, index, signal) => {
    started.push(index);
    signals.push(signal);
    await gate.promise.finally(() => settled.push(index));
  });
  const ended = done.then(
    () => 'no failure',
    (error: Error) => `${error.message} after ${settled.join(' and ')}`,
  );
  gates[1]?.reject(new Error('second item'));
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  gates[0]?.reject(new Error('first item'));
  expect(await ended).toBe('second item after 1 and 0');
  expect(started).toEqual([0, 1]);
});

test('hands on the signal of the caller', async () => {
  const stop = new AbortController();
  const done = forEachParallel([1, 2], { concurrency: 1, signal: stop.signal }, async (_item, _index, signal) => {
    stop.abort(new Error('stopped'));
    signal.throwIfAborted();
  });
  await expect(done).rejects.toThrow('stopped');
});

test('ends at once without items', async () => {
  const nothing = () => Promise.reject(new Error('nothing to work on'));
  await expect(forEachParallel([], { concurrency: 3, signal: never }, nothing)).resolves.toBeUndefined();
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendWaiting, type Tick, tickQueueOf } from './waiting-ticks.ts';

const kept = new Map<string, string>();

beforeAll(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterAll(() => vi.unstubAllGlobals());

const tick = (line: number, done: boolean) => ({ line, words: 'milk', done });

test('a reopened page takes over the queue and its running request', () => {
  const before = tickQueueOf('one');
  before.sending = true;
  before.wait([tick(1, true)]);
  const after = tickQueueOf('one');
  expect(after.sending).toBe(true);
  expect(after.waiting).toEqual([tick(1, true)]);
  let told = 0;
  const stop = after.state.subscribe(() => {
    told += 1;
  });
  before.wait([]);
  expect([told, after.waiting, kept.size]).toEqual([1, [], 0]);
  stop();
  before.wait([tick(2, true)]);
  expect(told).toBe(1);
  expect(tickQueueOf('two').waiting).toEqual([]);
});

test('a reloaded tab queues the last state of each item again', () => {
  kept.set('gleaner:ticks:three', JSON.stringify([tick(1, true), tick(2, true), tick(1, false), 'nonsense']));
  expect(tickQueueOf('three').waiting).toEqual([tick(2, true), tick(1, false)]);
});

test('a refused change is dropped alone, and a passing failure drops none', async () => {
  const queue = tickQueueOf('four');
  const answers: Record<number, string> = { 1: 'note_conflict', 3: 'busy' };
  const stored: number[] = [];
  const send = async ({ line }: Tick): Promise<void> => {
    const code = answers[line];
    if (code !== undefined) throw Object.assign(new Error(code), { data: { app: { code } } });
    stored.push(line);
  };
  queue.wait([tick(1, true), tick(2, true), tick(3, true), tick(4, true)]);
  await expect(sendWaiting(queue, send)).rejects.toThrow('busy');
  expect([stored, queue.waiting]).toEqual([[2], [tick(3, true), tick(4, true)]]);
  answers[3] = 'note_conflict';
  expect(await sendWaiting(queue, send)).toMatchObject({ error: { message: 'note_conflict' } });
  expect([stored, queue.waiting]).toEqual([[2, 4], []]);
});

import { setImmediate } from 'node:timers/promises';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import { expect, test } from 'vitest';
import { startPollers } from './concurrent-pollers.ts';

type Poller = (jobs: JobWithMetadata<unknown>[]) => Promise<JobResult[]>;

test('jobs: there is one poller more than jobs that run, up to as many as may run, and none is added once it stops', async () => {
  const opened: Poller[] = [];
  const told: unknown[] = [];
  const boss = {
    async work(name: string, { batchSize, includeMetadata }: { batchSize: number; includeMetadata: boolean }, poller: Poller) {
      expect([name, batchSize, includeMetadata]).toEqual(['note.make', 1, true]);
      await setImmediate();
      opened.push(poller);
      return `poller ${opened.length}`;
    },
    offWork: async (...all: unknown[]) => void told.push(all),
  };
  const ends = new Map<string, { done: (result: JobResult) => void; fail: (error: Error) => void }>();
  const run = ({ id }: JobWithMetadata<unknown>) =>
    new Promise<JobResult>((done, fail) => {
      ends.set(id, { done, fail });
    });
  const pollers = await startPollers(boss as never, 'note.make', 3, run);
  expect(opened).toHaveLength(1);
  /** Resolves once the job runs. */
  async function begin(poller: number, id: string) {
    const work = opened[poller]?.([{ id } as JobWithMetadata<unknown>]);
    while (!ends.has(id)) await setImmediate();
    return { work };
  }
  const given = (id: string): JobResult => ({ id, status: 'completed' });
  const [first, second, third] = [await begin(0, 'a'), await begin(1, 'b'), await begin(2, 'c')];
  expect(opened).toHaveLength(3);
  ends.get('c')?.done(given('c'));
  expect([await third.work, told]).toEqual([[given('c')], []]);
  ends.get('b')?.fail(new Error('broken'));
  await expect(second.work).rejects.toThrow('broken');
  expect(told.splice(0)).toEqual([['note.make', { id: 'poller 2', wait: false }]]);
  ends.get('a')?.done(given('a'));
  await first.work;
  expect(told.splice(0)).toEqual([['note.make', { id: 'poller 1', wait: false }]]);
  await pollers.stop();
  expect(told).toEqual([['note.make', { wait: false }]]);
  const last = await begin(2, 'd');
  ends.get('d')?.done(given('d'));
  await last.work;
  expect([opened.length, told.length]).toEqual([3, 1]);
});

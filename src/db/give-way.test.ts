import { expect, test } from 'vitest';
import type { Db, Tx } from './client.ts';
import { transactionThatGivesWay } from './give-way.ts';

/** What each transaction did: whether it was impatient, and how it ended. */
function fakeDb() {
  const done: [executed: number, ended: string][] = [];
  const transaction = async (work: (tx: Tx) => Promise<unknown>) => {
    let executed = 0;
    const tx = { execute: async () => executed++ } as unknown as Tx;
    try {
      const result = await work(tx);
      done.push([executed, 'kept']);
      return result;
    } catch (error) {
      done.push([executed, 'rolled back']);
      throw error;
    }
  };
  return { db: { transaction } as unknown as Db, done };
}
const locked = Object.assign(new Error('lock timeout'), { code: '55P03' });
const wrapped = new Error('failed query', { cause: locked });

test('transactions: one that waits for a lock too long is done anew, and the tenth try waits', async () => {
  const first = fakeDb();
  expect(await transactionThatGivesWay(first.db, async () => 'done')).toBe('done');
  expect(first.done).toEqual([[1, 'kept']]);
  const later = fakeDb();
  let tries = 0;
  const work = async () => {
    if (++tries < 3) throw tries === 1 ? wrapped : locked;
    return tries;
  };
  expect(await transactionThatGivesWay(later.db, work)).toBe(3);
  expect(later.done).toEqual([
    [1, 'rolled back'],
    [1, 'rolled back'],
    [1, 'kept'],
  ]);
  const never = fakeDb();
  await expect(transactionThatGivesWay(never.db, () => Promise.reject(wrapped))).rejects.toBe(wrapped);
  expect(never.done).toEqual([...Array(9).fill([1, 'rolled back']), [0, 'rolled back']]);
});

test('transactions: another failure is no reason to try again', async () => {
  for (const failure of [new Error('failed', { cause: { code: '55P03' } }), Object.assign(new Error('x'), { code: '23505' })]) {
    const { db, done } = fakeDb();
    await expect(transactionThatGivesWay(db, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(done).toHaveLength(1);
  }
});

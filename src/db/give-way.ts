import { sql } from 'drizzle-orm';
import type { Db, Tx } from './client.ts';

/** PostgreSQL looks for a deadlock after a second, and would end whichever transaction finds it. */
const patience = sql`set local lock_timeout = '100ms'`;
const mostTries = 10;

/**
 * For a transaction that locks rows in another order than others do: instead of waiting while they may be waiting for it, it is
 * rolled back and done anew. The last try waits.
 */
export async function transactionThatGivesWay<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; tries < mostTries; tries++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(patience);
        return await work(tx);
      });
    } catch (error) {
      if (!hasWaitedTooLong(error)) throw error;
    }
  }
  return db.transaction(work);
}

function hasWaitedTooLong(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === '55P03') return true;
  return false;
}

import { and, eq, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { hasData } from '#db/account-data.ts';
import type { Db, Tx } from '#db/client.ts';
import { transactionThatGivesWay } from '#db/give-way.ts';
import { session, user } from '#db/schema/auth.ts';
import { emptySessionSeconds } from './session-length.ts';

const MOST_PER_RUN = 5_000;
const DELETED_AT_ONCE = 200;

/** Ends the tasks of an account that is about to be deleted. Workers lock their task before other rows of its user. */
export type EndWork = (tx: Tx, userId: string) => Promise<void>;

/** Deletes a bounded number of empty guest accounts without a session, the oldest first. Returns how many. */
export async function deleteEmptyGuests(db: Db, endWork: EndWork, mostPerRun = MOST_PER_RUN): Promise<number> {
  await db.delete(session).where(lt(session.expiresAt, sql`now()`));
  const hasSession = sql`exists (select 1 from ${session} where ${session.userId} = ${user.id})`;
  const old = lt(user.createdAt, sql`now() - make_interval(secs => ${emptySessionSeconds})`);
  const empty = and(eq(user.isAnonymous, true), old, not(or(hasSession, hasData(user.id)) ?? sql`true`));
  const found = await db.select({ id: user.id }).from(user).where(empty).orderBy(user.createdAt).limit(mostPerRun);
  let gone = 0;
  for (let from = 0; from < found.length; from += DELETED_AT_ONCE) {
    const ids = found.slice(from, from + DELETED_AT_ONCE).map(({ id }) => id);
    gone += await transactionThatGivesWay(db, async (tx) => {
      for (const id of ids) await endWork(tx, id);
      return deleteStillEmpty(tx, ids, empty);
    });
  }
  return gone;
}

/** Locks the rows first, so that concurrently stored data either waits for the lock or is seen by the delete. */
async function deleteStillEmpty(tx: Tx, ids: string[], empty: SQL | undefined): Promise<number> {
  await tx.select({ id: user.id }).from(user).where(inArray(user.id, ids)).orderBy(user.id).for('update');
  const deleted = await tx
    .delete(user)
    .where(and(inArray(user.id, ids), empty))
    .returning({ id: user.id });
  return deleted.length;
}

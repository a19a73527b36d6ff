import { and, eq, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { hasData } from '#db/account-data.ts';
import type { Db, Tx } from '#db/client.ts';
import { transactionThatGivesWay } from '#db/give-way.ts';
import { session, user } from '#db/schema/auth.ts';

const DAY_SECONDS = 24 * 3600;
/** A guest who loses the cookie loses the library, so the session of a guest with data lasts long. */
export const keptSessionSeconds = 365 * DAY_SECONDS;
export const emptySessionSeconds = 7 * DAY_SECONDS;
const KEPT_SLACK_SECONDS = 7 * DAY_SECONDS;
const EMPTY_SLACK_SECONDS = DAY_SECONDS;
const MOST_PER_PURGE = 5_000;
const DELETED_AT_ONCE = 200;

export type GuestSession = { id: string; expiresAt: Date };

type SessionUser = { id: string; isAnonymous: boolean; session: GuestSession };

/** Extends to a week from now for a guest without data, else to a year from now. Returns the end. */
export async function extendSession(db: Db, { id: userId, isAnonymous, session: of }: SessionUser): Promise<Date> {
  const { id, expiresAt } = of;
  const leftSeconds = (expiresAt.getTime() - Date.now()) / 1000;
  if (leftSeconds > keptSessionSeconds - KEPT_SLACK_SECONDS) return expiresAt;
  const [row] = await db
    .select({ kept: sql<boolean>`${hasData(user.id)}` })
    .from(user)
    .where(eq(user.id, userId));
  const kept = !isAnonymous || row?.kept === true;
  const seconds = kept ? keptSessionSeconds : emptySessionSeconds;
  if (leftSeconds > seconds - (kept ? KEPT_SLACK_SECONDS : EMPTY_SLACK_SECONDS)) return expiresAt;
  const next = sql`now() + make_interval(secs => ${seconds})`;
  const [extended] = await db
    .update(session)
    .set({ expiresAt: sql`greatest(${session.expiresAt}, ${next})`, updatedAt: sql`now()` })
    .where(eq(session.id, id))
    .returning({ expiresAt: session.expiresAt });
  return extended?.expiresAt ?? expiresAt;
}

/** Ids, oldest account first. */
export async function guestsWithData(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.isAnonymous, true), hasData(user.id)))
    .orderBy(user.createdAt, user.id);
  return rows.map(({ id }) => id);
}

/** Ends the tasks of an account that is about to be deleted. Workers lock their task before other rows of its user. */
export type EndWork = (tx: Tx, userId: string) => Promise<void>;

/** Deletes a bounded number of empty guest accounts without a session. Returns how many. */
export async function purgeEmptyAccounts(db: Db, endWork: EndWork): Promise<number> {
  await db.delete(session).where(lt(session.expiresAt, sql`now()`));
  const hasSession = sql`exists (select 1 from ${session} where ${session.userId} = ${user.id})`;
  const old = lt(user.createdAt, sql`now() - make_interval(secs => ${emptySessionSeconds})`);
  const empty = and(eq(user.isAnonymous, true), old, not(or(hasSession, hasData(user.id)) ?? sql`true`));
  const found = await db.select({ id: user.id }).from(user).where(empty).orderBy(user.createdAt).limit(MOST_PER_PURGE);
  let purged = 0;
  for (let from = 0; from < found.length; from += DELETED_AT_ONCE) {
    const ids = found.slice(from, from + DELETED_AT_ONCE).map(({ id }) => id);
    purged += await transactionThatGivesWay(db, async (tx) => {
      for (const id of ids) await endWork(tx, id);
      return deleteStillEmpty(tx, ids, empty);
    });
  }
  return purged;
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

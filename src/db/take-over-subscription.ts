import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './client.ts';
import { subscriptions } from './schema/channels.ts';

/**
 * Before one of two subscriptions of the same person is deleted, the other takes over what it lacks: an ended one goes on, and
 * automatic summaries stay on. `pairs`: a condition that joins `theirs` (deleted) to `mine` (kept).
 */
export async function takeOverSubscription(tx: Tx, pairs: SQL): Promise<void> {
  await tx.execute(sql`
    update ${subscriptions} mine set
      ended_at = null,
      followed_at = case when mine.ended_at is null then mine.followed_at else theirs.followed_at end,
      automatic_since = theirs.automatic_since,
      note_language = theirs.note_language,
      detail = theirs.detail
    from ${subscriptions} theirs
    where ${pairs} and theirs.ended_at is null
      and (mine.ended_at is not null or (mine.automatic_since is null and theirs.automatic_since is not null))`);
}

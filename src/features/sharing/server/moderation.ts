import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Executor, Tx } from '#db/client.ts';
import { collections } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { publicReports, sharedNotes } from '#db/schema/shared-notes.ts';
import { setCollectionHidden } from '#features/collections/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { ReportReason } from '#lib/report-reasons.ts';
import type { Target } from './reports.ts';

export type Reported = {
  target: Target;
  name: string;
  hidden: boolean;
  count: number;
  reasons: ReportReason[];
  /** The latest messages that are not empty. */
  messages: string[];
  lastAt: Date;
};

const mostReported = 200;

/** Those that are there now, latest first. Reports of a deleted collection or a note shared no more come back with it. */
export async function listReported(executor: Executor): Promise<Reported[]> {
  const { rows } = await executor.execute<{
    collection: string | null;
    note: string | null;
    name: string;
    hidden: boolean;
    count: number;
    reasons: ReportReason[];
    messages: string[];
    last_at: Date | string;
  }>(sql`
    select r.collection_id as collection, n.slug as note, coalesce(c.name, content.title) as name,
      coalesce(c.hidden_at, n.hidden_at) is not null as hidden, count(*)::int as count, array_agg(distinct r.reason) as reasons,
      (array_agg(r.message order by r.created_at desc) filter (where r.message <> ''))[1:5] as messages,
      max(r.created_at) as last_at
    from ${publicReports} r
    left join ${collections} c on c.id = r.collection_id
    left join ${sharedNotes} n on n.content_id = r.content_id
    left join ${contents} content on content.id = n.content_id and content.user_id = n.user_id
    where c.id is not null or n.slug is not null
    group by r.collection_id, n.slug, c.name, content.title, c.hidden_at, n.hidden_at
    order by last_at desc limit ${mostReported}`);
  return rows.map((row) => ({
    target: row.collection === null ? { kind: 'note', slug: row.note ?? '' } : { kind: 'collection', id: row.collection },
    ...{ name: row.name, hidden: row.hidden, count: row.count, reasons: row.reasons, messages: row.messages ?? [] },
    lastAt: new Date(row.last_at),
  }));
}

/** Returns the owner's id; null if nothing changes. Errors: `not_found`, also for an invalid id. */
export async function setHidden(tx: Tx, target: Target, hidden: boolean): Promise<string | null> {
  if (target.kind === 'note') return setNoteHidden(tx, target.slug, hidden);
  if (!z.uuid().safeParse(target.id).success) throw new AppError('not_found');
  return setCollectionHidden(tx, target.id, hidden);
}

async function setNoteHidden(tx: Tx, slug: string, hidden: boolean): Promise<string | null> {
  const [before] = await tx
    .select({ userId: sharedNotes.userId, hiddenAt: sharedNotes.hiddenAt })
    .from(sharedNotes)
    .where(eq(sharedNotes.slug, slug))
    .for('update');
  if (!before) throw new AppError('not_found');
  if ((before.hiddenAt !== null) === hidden) return null;
  await tx
    .update(sharedNotes)
    .set({ hiddenAt: hidden ? sql`now()` : null })
    .where(eq(sharedNotes.slug, slug));
  return before.userId;
}

export async function dismissReports(db: Db, target: Target): Promise<void> {
  if (target.kind === 'collection' && !z.uuid().safeParse(target.id).success) throw new AppError('not_found');
  const ofTarget =
    target.kind === 'collection'
      ? eq(publicReports.collectionId, target.id)
      : inArray(
          publicReports.contentId,
          db.select({ contentId: sharedNotes.contentId }).from(sharedNotes).where(eq(sharedNotes.slug, target.slug)),
        );
  await db.delete(publicReports).where(ofTarget);
}

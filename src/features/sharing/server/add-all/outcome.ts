import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { chatHistory } from '#db/schema/chat.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { contents, noteVersions } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { promptResults } from '#db/schema/prompts.ts';
import { sharedNotes } from '#db/schema/shared-notes.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { watchLater } from '#db/schema/watch-later.ts';
import { startBatchDelete } from '#features/contents/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { toShownState } from '#lib/task-view.ts';
import type { AddAllResult } from '../../contract.ts';
import { addAllTask } from '../../tasks.ts';
import { itemsOf, type VisibleCollection } from '../public-collections.ts';

const perHour = 10;

/** `versionId`: the version of the copied note; null if the note was still to be made. */
const zAddedItem = z.object({ id: z.uuid(), versionId: z.uuid().nullable() });

const zAddAllOutcome = z.object({
  done: z.number().int(),
  /** Contents that are new in the library. Tasks of earlier versions stored only their ids. */
  added: z.array(z.union([z.uuid().transform((id) => ({ id, versionId: null })), zAddedItem])),
  skipped: z.number().int(),
  refused: z.number().int(),
});
export type AddAllOutcome = z.infer<typeof zAddAllOutcome>;

export function outcomeOf(checkpoints: ReadonlyMap<string, unknown>): AddAllOutcome {
  return zAddAllOutcome.safeParse(checkpoints.get('outcome')).data ?? { done: 0, added: [], skipped: 0, refused: 0 };
}

/** Errors: `not_found` for an empty collection, `too_many_whole_collections`, `work_in_progress`. */
export async function startAddingAll(
  services: Services,
  askerOf: () => Promise<Asker>,
  collection: VisibleCollection,
): Promise<{ taskId: string; total: number }> {
  const items = await services.db
    .select({ id: collectionItems.contentId })
    .from(collectionItems)
    .where(itemsOf(collection))
    .orderBy(sql`${collectionItems.position} desc nulls last, ${collectionItems.contentId} desc nulls last`);
  if (items.length === 0) throw new AppError('not_found');
  const { userId, clientAddress } = await askerOf();
  const taskId = await services.db.transaction(async (tx) => {
    const contentIds = items.map(({ id }) => id);
    const payload = { userId, clientAddress, collectionId: collection.id, contentIds };
    const { id, started } = await services.tasks.start(tx, addAllTask, { key: userId, userId, payload });
    if (!started) throw new AppError('work_in_progress');
    const refusal = (minutes: number) => ({ code: 'too_many_whole_collections' as const, params: { most: perHour, minutes } });
    await takeFromLimits(tx, [{ key: `whole-collections:${userId}`, most: perHour, windowSeconds: 3600, refusal }]);
    return id;
  });
  return { taskId, total: items.length };
}

export async function readAddingAll({ db, tasks }: Services, userId: string): Promise<AddAllResult | null> {
  const task = await tasks.latest(db, addAllTask, userId);
  if (task === null) return null;
  const { added, skipped, refused } = outcomeOf(new Map(Object.entries(task.checkpoints ?? {})));
  const { collectionId, contentIds } = addAllTask.payload.parse(task.payload);
  return {
    ...{ taskId: task.id, state: toShownState(task.state), collectionId, total: contentIds.length },
    ...{ addedCount: added.length, skippedCount: skipped, refusedCount: refused },
  };
}

/** Errors: `not_found` if the task is not the latest, or if all it added was used or deleted since; `work_in_progress`. */
export async function undoAddingAll(
  services: Services,
  userId: string,
  taskId: string,
): Promise<{ taskId: string; total: number }> {
  const task = await services.tasks.latest(services.db, addAllTask, userId);
  if (task?.id !== taskId) throw new AppError('not_found');
  const { added } = outcomeOf(new Map(Object.entries(task.checkpoints ?? {})));
  return startBatchDelete(services, userId, await untouched(services.db, userId, added));
}

/** Contents that the user has not used since. A tag, a star or a tick gives the note another version. */
async function untouched(db: Db, userId: string, added: AddAllOutcome['added']): Promise<string[]> {
  const cameWith = new Map(added.map(({ id, versionId }) => [id, versionId]));
  const ofContent = sql`own.content_id = ${contents.id} and own.user_id = ${contents.userId}`;
  const rows = await db
    .select({ id: contents.id, versionId: contents.noteVersionId, tags: contents.noteTags, outline: noteVersions.outline })
    .from(contents)
    .leftJoin(noteVersions, and(eq(noteVersions.userId, contents.userId), eq(noteVersions.id, contents.noteVersionId)))
    .where(
      and(
        eq(contents.userId, userId),
        inArray(contents.id, [...cameWith.keys()]),
        eq(contents.ownTitle, false),
        sql`not exists (select 1 from ${userContentHighlights} own where ${ofContent} and own.deleted_at is null)`,
        sql`not exists (select 1 from ${noteVersions} own where ${ofContent} and own.method = 'edited'
          and own.created_at > ${contents.createdAt} + interval '1 second')`,
        sql`not exists (select 1 from ${collectionItems} own where ${ofContent})`,
        sql`not exists (select 1 from ${watchLater} own where ${ofContent})`,
        sql`not exists (select 1 from ${chatHistory} own where ${ofContent})`,
        sql`not exists (select 1 from ${promptResults} own where ${ofContent})`,
        sql`not exists (select 1 from ${transcriptEdits} own where ${ofContent})`,
        sql`not exists (select 1 from ${sharedNotes} own where ${ofContent})`,
      ),
    );
  return rows.flatMap(({ id, versionId, tags, outline }) => {
    const before = cameWith.get(id) ?? null;
    // Tags that the summariser made were not set by the user.
    const made = outline?.tags ?? [];
    return (before === null ? tags.every((tag) => made.includes(tag)) : versionId === before) ? [id] : [];
  });
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { collectionItems } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { startDeletion } from '#features/contents/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { toShownState } from '#lib/task-view.ts';
import type { AddAllResult } from '../../contract.ts';
import { addAllTask } from '../../tasks.ts';
import { itemsOf, type VisibleCollection } from '../public-collections.ts';

const perHour = 10;

const zAddAllOutcome = z.object({
  done: z.number().int(),
  /** Contents of the library that are new. */
  added: z.array(z.uuid()),
  skipped: z.number().int(),
  refused: z.number().int(),
});
export type AddAllOutcome = z.infer<typeof zAddAllOutcome>;

export function outcomeOf(checkpoints: ReadonlyMap<string, unknown>): AddAllOutcome {
  return zAddAllOutcome.safeParse(checkpoints.get('outcome')).data ?? { done: 0, added: [], skipped: 0, refused: 0 };
}

/** Errors: `not_found` for an empty one, `too_many_submissions`, `work_in_progress`. */
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
    const refusal = (minutes: number, afterMs: number) =>
      new AppError('too_many_submissions', { params: { minutes }, retry: { afterMs } });
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

/** Errors: `not_found` when the task is not the latest, or everything it added was changed or deleted since; `work_in_progress`. */
export async function undoAddingAll(
  services: Services,
  userId: string,
  taskId: string,
): Promise<{ taskId: string; total: number }> {
  const task = await services.tasks.latest(services.db, addAllTask, userId);
  if (task?.id !== taskId) throw new AppError('not_found');
  const { added } = outcomeOf(new Map(Object.entries(task.checkpoints ?? {})));
  const untouched = await services.db
    .select({ id: contents.id })
    .from(contents)
    .where(
      and(
        eq(contents.userId, userId),
        inArray(contents.id, added),
        sql`not exists (select 1 from user_content_highlights mark where mark.content_id = ${contents.id} and mark.user_id = ${contents.userId})`,
        sql`not exists (select 1 from note_versions version where version.content_id = ${contents.id} and version.user_id = ${contents.userId}
          and version.method = 'edited' and version.created_at > ${contents.createdAt} + interval '1 second')`,
      ),
    );
  return startDeletion(
    services,
    userId,
    untouched.map(({ id }) => id),
  );
}

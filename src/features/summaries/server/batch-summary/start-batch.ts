/** Notes for every record that has a link and no note, as one task. */
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Executor } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { sentKeyFor } from '#features/credentials/server/index.ts';
import type { Asker, Services } from '#infra/services.ts';
import { mostPerBatch, type summariesContract } from '../../contract.ts';
import { batchSummaryTask } from '../../tasks.ts';
import { createBatch } from '../batches.ts';

type Answer = z.input<(typeof summariesContract)['video.batchSummarise']['output']>;

/** For these records; undefined: for the whole library. Ids of other users' records are ignored. Errors: `own_key_refused`. */
export async function startBatch(
  services: Services,
  { userId, clientAddress }: Asker,
  chosen: readonly string[] | undefined,
): Promise<Answer> {
  const ownKey = sentKeyFor(services, userId);
  const among = amongOf(userId, chosen);
  return services.db.transaction(async (tx): Promise<Answer> => {
    const underWay = await services.tasks.lockForStart(tx, batchSummaryTask, userId);
    if (underWay) {
      const { contentIds } = batchSummaryTask.payload.parse(underWay.payload);
      return { outcome: 'under_way', taskId: underWay.id, total: contentIds.length, left: 0 };
    }
    const [counts] = await tx
      .select({
        all: sql<number>`count(*)::int`,
        withoutNote: sql<number>`(count(*) filter (where ${contents.note} is null))::int`,
        missing: sql<number>`(count(*) filter (where ${startable}))::int`,
      })
      .from(contents)
      .where(among);
    if (!counts || counts.all === 0) return { outcome: 'nothing_to_do', taskId: null, total: 0, left: 0 };
    if (counts.withoutNote === 0) return { outcome: 'all_have_notes', taskId: null, total: 0, left: 0 };
    const contentIds = await withoutNotes(tx, userId, chosen);
    if (contentIds.length === 0) return { outcome: 'nothing_to_do', taskId: null, total: 0, left: 0 };
    // Named by the interface, in its language.
    const batchId = await createBatch(tx, { userId, title: '', url: '' });
    const payload = { userId, batchId, contentIds, clientAddress };
    const { id } = await services.tasks.start(tx, batchSummaryTask, { key: userId, userId, payload, ownKey });
    return { outcome: 'started', taskId: id, total: contentIds.length, left: Math.max(0, counts.missing - contentIds.length) };
  });
}

// What is on its way already needs no second start.
const startable = and(isNull(contents.note), isNotNull(contents.sourceUrl), isNull(contents.activeRunId));

function amongOf(userId: string, chosen: readonly string[] | undefined) {
  return and(eq(contents.userId, userId), chosen === undefined ? undefined : isOneOf(contents.id, chosen));
}

export async function withoutNotes(executor: Executor, userId: string, chosen: readonly string[] | undefined): Promise<string[]> {
  const missing = await executor
    .select({ id: contents.id })
    .from(contents)
    .where(and(amongOf(userId, chosen), startable))
    .orderBy(desc(contents.updatedAt), desc(contents.id))
    .limit(mostPerBatch);
  return missing.map(({ id }) => id);
}

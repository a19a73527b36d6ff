import { and, eq, exists, isNotNull, not, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { batchItems } from '#db/schema/batches.ts';
import { contents } from '#db/schema/content.ts';

const mostCounted = 90_000;

/** The priority of a single request, behind `before` others of the same user. */
export function priorityOfSingle(before: number): number {
  return 100_000 - Math.min(mostCounted, before);
}

/**
 * Single requests go before batches. Within each, the n-th waiting run of a user has the priority of every other user's n-th
 * run, so that a long batch of one user does not delay the others.
 */
export async function priorityFor(tx: Tx, userId: string, batch: boolean): Promise<number> {
  const inBatch = exists(
    tx
      .select({ one: sql`1` })
      .from(batchItems)
      .where(and(eq(batchItems.contentId, contents.id), eq(batchItems.runId, contents.activeRunId))),
  );
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(contents)
    .where(and(eq(contents.userId, userId), isNotNull(contents.activeRunId), batch ? inBatch : not(inBatch)));
  const before = row?.count ?? 0;
  return batch ? 0 - Math.min(mostCounted, before) : priorityOfSingle(before);
}

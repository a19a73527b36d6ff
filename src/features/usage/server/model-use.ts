/** Tokens and cost of model calls, counted per task over all attempts. */
import { lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import type { ModelUsage } from '#engine/domain.ts';

/** Parallel calls may store out of order: no count decreases. */
export async function storeUse(executor: Executor, use: typeof modelUses.$inferInsert): Promise<void> {
  const { model, ownKey, fromBalance, updatedAt } = use;
  const most = (column: PgColumn) => sql`greatest(${column}, excluded.${sql.identifier(column.name)})`;
  await executor
    .insert(modelUses)
    .values(use)
    .onConflictDoUpdate({
      target: modelUses.job,
      set: {
        model,
        ownKey,
        fromBalance,
        updatedAt,
        calls: most(modelUses.calls),
        inputTokens: most(modelUses.inputTokens),
        cachedTokens: most(modelUses.cachedTokens),
        outputTokens: most(modelUses.outputTokens),
        estimatedCalls: most(modelUses.estimatedCalls),
        costUsd: most(modelUses.costUsd),
      },
    });
}

export function usageOf(row: typeof modelUses.$inferSelect): ModelUsage {
  const { calls, inputTokens, cachedTokens, outputTokens, estimatedCalls, costUsd } = row;
  return { calls, inputTokens, cachedTokens, outputTokens, estimatedCalls, costUsd };
}

const KEPT_MS = 31 * 24 * 60 * 60_000;

export async function forgetOldUses(executor: Executor): Promise<void> {
  await executor.delete(modelUses).where(lt(modelUses.updatedAt, new Date(Date.now() - KEPT_MS)));
}

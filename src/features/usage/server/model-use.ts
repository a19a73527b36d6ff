/** The user's own key, else the server's model. Use is counted per task over all attempts; the server's model is limited. */
import { and, count, eq, gt, lt, min, ne, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor, Tx } from '#db/client.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import type { ModelUsage } from '#engine/domain.ts';
import { type MeteredModel, meterModel } from '#engine/llm/usage-meter.ts';
import { ownModelIdOf, ownModelOf } from '#features/credentials/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { requireBudget, reserveFromBudget } from './server-budget.ts';

export type ModelWork = {
  /** The same for every attempt: `note:<run>`. */
  job: string;
  kind: string;
  /** Null for shared work. */
  userId: string | null;
};

const HOUR_MS = 60 * 60_000;
/** Concurrent answers per user with their own key. */
const OWN_KEY_AT_ONCE = 20;

/** Null without an own key and a server model. */
export async function modelIdFor(services: Services, userId: string | undefined): Promise<string | null> {
  const own = userId === undefined ? null : await ownModelIdOf(services, userId);
  return own ?? services.llm?.id ?? null;
}

/** Errors: `llm_not_configured`. */
export async function openModel(services: Services, work: ModelWork & { userId: string }): Promise<MeteredModel> {
  const own = await ownModelOf(services, work.userId);
  const llm = own ?? services.llm;
  if (!llm) throw new AppError('llm_not_configured');
  return counted(services, work, llm, own !== null);
}

/** Null without a model. Errors: `own_key_refused` when the key is gone. */
export async function openPaidModel(services: Services, work: ModelWork, keyUserId: string | null): Promise<MeteredModel | null> {
  if (keyUserId === null) return services.llm && counted(services, work, services.llm, false);
  const own = await ownModelOf(services, keyUserId);
  if (own === null) throw new AppError('own_key_refused', { detail: 'the key was taken back' });
  return counted(services, work, own, true);
}

async function counted(
  services: Services,
  work: ModelWork,
  llm: NonNullable<Services['llm']>,
  ownKey: boolean,
): Promise<MeteredModel> {
  const { db, settings, logger } = services;
  const [row] = await db.select().from(modelUses).where(eq(modelUses.job, work.job));
  return meterModel(llm, {
    limitUsd: ownKey ? null : settings.model.costLimitUsd,
    ...(ownKey ? {} : { reserve: (costUsd, signal) => reserveFromBudget(services, { job: work.job, costUsd, signal }) }),
    before: row && usageOf(row),
    async onUsage(usage) {
      const values = { ...usage, model: llm.id, ownKey, updatedAt: new Date() };
      try {
        await storeUse(db, { ...work, ...values });
      } catch (error) {
        // A missing count must not fail the work.
        logger.warn({ err: error, job: work.job }, 'what a model took was not stored');
      }
    },
  });
}

/** Parallel calls may store out of order: no count decreases. */
export async function storeUse(executor: Executor, use: typeof modelUses.$inferInsert): Promise<void> {
  const { model, ownKey, updatedAt } = use;
  const most = (column: PgColumn) => sql`greatest(${column}, excluded.${sql.identifier(column.name)})`;
  await executor
    .insert(modelUses)
    .values(use)
    .onConflictDoUpdate({
      target: modelUses.job,
      set: {
        model,
        ownKey,
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

function usageOf(row: typeof modelUses.$inferSelect): ModelUsage {
  const { calls, inputTokens, cachedTokens, outputTokens, estimatedCalls, costUsd } = row;
  return { calls, inputTokens, cachedTokens, outputTokens, estimatedCalls, costUsd };
}

/**
 * Call it in the transaction that begins the work, before its row exists. Errors: `llm_not_configured`, `too_many_answers`,
 * `too_many_questions`, `server_cost_limit`.
 */
export async function takeModelTurn(services: Services, tx: Tx, work: ModelWork & { userId: string }): Promise<void> {
  const own = await ownModelIdOf({ ...services, db: tx }, work.userId);
  const model = own ?? services.llm?.id;
  if (model === undefined) throw new AppError('llm_not_configured');
  const { answersAtOnce, questionsPerHour } = services.settings.model;
  if (own === null) await requireBudget(services, tx);
  // Serialised: two at once would both take the last place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`model-turns:${work.userId}`}, 0))`);
  const most = own === null ? answersAtOnce : Math.max(answersAtOnce, OWN_KEY_AT_ONCE);
  if ((await answersUnderWay(tx, work.userId)) >= most) throw new AppError('too_many_answers', { params: { most } });
  if (own === null && questionsPerHour !== null) await requireHour(tx, work.userId, questionsPerHour);
  await tx
    .insert(modelUses)
    .values({ ...work, model, ownKey: own !== null })
    .onConflictDoNothing();
}

async function requireHour(tx: Tx, userId: string, most: number): Promise<void> {
  const since = new Date(Date.now() - HOUR_MS);
  const [row] = await tx
    .select({ asked: count(), first: min(modelUses.createdAt) })
    .from(modelUses)
    .where(
      and(eq(modelUses.userId, userId), eq(modelUses.ownKey, false), ne(modelUses.kind, 'note'), gt(modelUses.createdAt, since)),
    );
  if (!row || row.asked < most) return;
  const afterMs = Math.max(0, (row.first?.getTime() ?? 0) - since.getTime());
  const minutes = Math.max(1, Math.ceil(afterMs / 60_000));
  throw new AppError('too_many_questions', { params: { most, minutes }, retry: { afterMs } });
}

async function answersUnderWay(executor: Executor, userId: string): Promise<number> {
  const [row] = await executor
    .select({ open: count() })
    .from(tasks)
    .where(and(eq(tasks.userId, userId), ne(tasks.kind, 'note'), taskInFlight));
  return row?.open ?? 0;
}

const KEPT_MS = 31 * 24 * 60 * 60_000;

export async function forgetOldUses(executor: Executor): Promise<void> {
  await executor.delete(modelUses).where(lt(modelUses.updatedAt, new Date(Date.now() - KEPT_MS)));
}

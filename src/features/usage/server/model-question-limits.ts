/** How many questions to a model a user may ask in an hour and at once. The day's budget: `server-budget.ts`. */
import { and, count, eq, gt, min, ne, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import { ownModelIdOf } from '#features/credentials/server/index.ts';
import { reserveMoney } from '#features/metering/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { OwnKey } from '#lib/own-key.ts';
import type { ModelWork } from './open-model.ts';
import { takeOwnKeyCall } from './own-key-limit.ts';
import { budgetSpent, isBudgetSpent } from './server-budget.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Call it in the transaction that begins the work, before its row exists. Errors: `llm_not_configured`, `too_many_answers`,
 * `too_many_questions`, `server_cost_limit`, `own_key_limit`.
 */
export async function takeModelTurn(
  services: Services,
  tx: Tx,
  { taskId, ownKey, ...work }: ModelWork & { userId: string; taskId: string; ownKey: OwnKey | null },
): Promise<void> {
  const own = ownKey
    ? services.ownModels.idOf(ownKey.provider, ownKey.model)
    : await ownModelIdOf({ ...services, db: tx }, work.userId);
  const model = own ?? services.llm?.id;
  if (model === undefined) throw new AppError('llm_not_configured');
  const { answersAtOnce, questionsPerHour } = services.settings.model;
  if (own === null && (await isBudgetSpent(services, tx)) && !(await reserveMoney(services, tx, { userId: work.userId, taskId })))
    throw budgetSpent();
  // Serialised: two at once would both take the last place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`model-turns:${work.userId}`}, 0))`);
  if ((await answersUnderWay(tx, work.userId)) >= answersAtOnce)
    throw new AppError('too_many_answers', { params: { most: answersAtOnce } });
  if (own !== null) await takeOwnKeyCall(services, tx, work.userId, ownKey);
  else if (questionsPerHour !== null) await requireHour(tx, work.userId, questionsPerHour);
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

/** Daily budget (UTC) of the server's own model over all users and processes: spent and reserved. */
import { eq, gt, lt, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { modelReservations } from '#db/schema/model-reservations.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';

/** Older reservations belong to dead processes. */
const RESERVED_MINUTES = 30;
/** Waiting for other requests to return unused budget. */
const WAIT_STEP_MS = 500;
const MOST_WAIT_MS = 120_000;

type Needs = Pick<Services, 'db' | 'settings' | 'logger'>;
type Reserved = { state: 'reserved'; id: number } | { state: 'wait' } | { state: 'spent' };

export async function isBudgetSpent({ settings }: Pick<Services, 'settings'>, executor: Executor): Promise<boolean> {
  const { dailyLimitUsd } = settings.model;
  return dailyLimitUsd !== null && (await spentToday(executor)) >= dailyLimitUsd;
}

/** Errors: `server_cost_limit` (`hours`). */
export async function requireBudget(services: Pick<Services, 'settings'>, executor: Executor): Promise<void> {
  if (await isBudgetSpent(services, executor)) throw budgetSpent();
}

/** Returns a function that releases the unused rest. Waits while others hold too much. Errors: `server_cost_limit`. */
export async function reserveFromBudget(
  services: Needs,
  request: { job: string; costUsd: number; signal: AbortSignal },
): Promise<() => Promise<void>> {
  const { db, settings, logger } = services;
  const { dailyLimitUsd } = settings.model;
  if (dailyLimitUsd === null || request.costUsd <= 0) return async () => undefined;
  const until = performance.now() + MOST_WAIT_MS;
  for (;;) {
    const reserved = await tryReserve(services, dailyLimitUsd, request);
    if (reserved.state === 'spent' || (reserved.state === 'wait' && performance.now() > until)) throw budgetSpent();
    if (reserved.state === 'wait') {
      await sleep(WAIT_STEP_MS, request.signal);
      continue;
    }
    return async () => {
      try {
        await db.delete(modelReservations).where(eq(modelReservations.id, reserved.id));
      } catch (error) {
        logger.warn({ err: error, job: request.job }, 'a reservation for the model stays until it expires');
      }
    };
  }
}

function tryReserve({ db }: Needs, limitUsd: number, { job, costUsd }: { job: string; costUsd: number }): Promise<Reserved> {
  return db.transaction(async (tx) => {
    // Serialised: two at once would both take the last dollar.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('model-budget', 0))`);
    const spent = await spentToday(tx);
    if (spent + costUsd > limitUsd) return { state: 'spent' };
    if (spent + costUsd + (await reservedNow(tx)) > limitUsd) return { state: 'wait' };
    const expiresAt = sql`now() + make_interval(mins => ${RESERVED_MINUTES})`;
    const [row] = await tx.insert(modelReservations).values({ job, costUsd, expiresAt }).returning({ id: modelReservations.id });
    if (!row) throw new AppError('internal', { detail: 'insert returned no row' });
    return { state: 'reserved', id: row.id };
  });
}

/** Work over midnight counts for the day it ends. */
async function spentToday(executor: Executor): Promise<number> {
  const [row] = await executor
    .select({ usd: sql<number>`coalesce(sum(${modelUses.costUsd}), 0)::float8` })
    .from(modelUses)
    .where(
      sql`not ${modelUses.ownKey} and not ${modelUses.fromBalance} and ${modelUses.updatedAt} >= date_trunc('day', now(), 'UTC')`,
    );
  return row?.usd ?? 0;
}

async function reservedNow(executor: Executor): Promise<number> {
  const [row] = await executor
    .select({ usd: sql<number>`coalesce(sum(${modelReservations.costUsd}), 0)::float8` })
    .from(modelReservations)
    .where(gt(modelReservations.expiresAt, sql`now()`));
  return row?.usd ?? 0;
}

export async function forgetExpiredReservations(executor: Executor): Promise<void> {
  await executor.delete(modelReservations).where(lt(modelReservations.expiresAt, sql`now()`));
}

export function budgetSpent(): AppError {
  const now = new Date();
  return new AppError('server_cost_limit', { params: { hours: 24 - now.getUTCHours() } });
}

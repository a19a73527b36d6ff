/** Rate limits for all processes, counted in the database with its clock. */
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { rateLimits } from '#db/schema/rate-limits.ts';
import { AppError, type ErrorCode, type ErrorParams } from '#lib/app-error.ts';

export type Claim = {
  key: string;
  most: number | null;
  /** `minutes` until the next window, at least 1. */
  refusal: (minutes: number) => { code: ErrorCode; params?: ErrorParams };
} & Window;

/** A window begins with its first claim, or ends at the next midnight of a time zone. */
type Window = { windowSeconds: number } | { calendarDayIn: string };

/** Takes from all limits or none: throws the refusal of the first full one. Keys stay locked until the transaction ends. */
export async function takeFromLimits(executor: Executor, claims: readonly Claim[]): Promise<void> {
  const limited = claims.flatMap((claim) => (claim.most === null ? [] : [{ ...claim, most: claim.most }]));
  if (limited.length === 0) return;
  // Locking in one order prevents deadlocks.
  limited.sort((a, b) => (a.key < b.key ? -1 : 1));
  await executor.transaction(async (tx) => {
    for (const claim of limited) {
      if (await takeOne(tx, claim)) continue;
      throw await refusalOf(tx, claim);
    }
  });
}

/** Takes nothing: throws the refusal of the first full limit. */
export async function checkLimits(executor: Executor, claims: readonly Claim[]): Promise<void> {
  for (const claim of claims) {
    const { key, most } = claim;
    if (most === null) continue;
    const isFull = and(eq(rateLimits.key, key), gte(rateLimits.taken, most), sql`${rateLimits.endsAt} > clock_timestamp()`);
    const full = await executor.select({ key: rateLimits.key }).from(rateLimits).where(isFull);
    if (full.length === 0) continue;
    throw await refusalOf(executor, claim);
  }
}

async function takeOne(tx: Executor, { key, most, ...window }: Claim & { most: number }): Promise<boolean> {
  const isOver = sql`${rateLimits.endsAt} <= clock_timestamp()`;
  const rows = await tx
    .insert(rateLimits)
    .values({ key, taken: 1, endsAt: endOf(window) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        taken: sql`case when ${isOver} then 1 else ${rateLimits.taken} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
      setWhere: sql`${isOver} or ${rateLimits.taken} < ${most}`,
    })
    .returning({ taken: rateLimits.taken });
  return rows.length > 0;
}

function endOf(window: Window): SQL {
  if ('windowSeconds' in window) return sql`clock_timestamp() + make_interval(secs => ${window.windowSeconds})`;
  return nextMidnight(sql`clock_timestamp()`, window.calendarDayIn);
}

/** The end of the calendar day in the zone; of a day whose midnight is skipped, its first moment. */
export function nextMidnight(at: SQL, timeZone: string): SQL {
  const zone = sql`${timeZone}::text`;
  return sql`(date_trunc('day', ${at} at time zone ${zone}) + interval '1 day') at time zone ${zone}`;
}

async function refusalOf(tx: Executor, { key, refusal }: Claim): Promise<AppError> {
  const [row] = await tx
    .select({ ms: sql<number>`ceil(extract(epoch from ${rateLimits.endsAt} - clock_timestamp()) * 1000)::float8` })
    .from(rateLimits)
    .where(eq(rateLimits.key, key));
  const afterMs = Math.max(1, row?.ms ?? 1);
  const { code, params = {} } = refusal(Math.ceil(afterMs / 60_000));
  return new AppError(code, { params, retry: { afterMs } });
}

/** Adds an account's counts to those of the account it is merged into, or signing in would reset a guest's limits. */
export async function joinCounts(executor: Executor, { from, to }: { from: string; to: string }): Promise<void> {
  const ofFrom = sql`right(${rateLimits.key}, length(${from}::text) + 1) = ':' || ${from}::text`;
  const { taken, endsAt } = rateLimits;
  const isOver = sql`${endsAt} <= clock_timestamp()`;
  await executor.execute(sql`
    insert into ${rateLimits} (key, taken, ends_at)
    select left(key, -length(${from}::text)) || ${to}::text, taken, ends_at from ${rateLimits} where ${ofFrom} and ends_at > clock_timestamp()
    on conflict (key) do update set taken = case when ${isOver} then excluded.taken else ${taken} + excluded.taken end,
      ends_at = greatest(${endsAt}, excluded.ends_at)`);
  await executor.delete(rateLimits).where(ofFrom);
}

export async function forgetPastWindows(executor: Executor): Promise<void> {
  // Not `clock_timestamp()`: it can change from row to row, so no index would be used.
  await executor.delete(rateLimits).where(lt(rateLimits.endsAt, sql`now()`));
}

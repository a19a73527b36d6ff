import type { Executor } from '#db/client.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { storeUse } from './model-use.ts';

/** Errors: `too_many_outputs` (`most`, `hours`). */
export async function takeOutput({ settings }: Pick<Services, 'settings'>, executor: Executor, userId: string): Promise<void> {
  const most = settings.limits.outputsPerDay;
  await takeFromLimits(executor, [
    {
      ...{ key: `outputs-user:${userId}`, most, windowSeconds: 24 * 3600 },
      refusal: (minutes) => ({ code: 'too_many_outputs', params: { most: most ?? 0, hours: Math.ceil(minutes / 60) } }),
    },
  ]);
}

/** Counts a service's output for the day's budget, in the transaction that keeps it. `pieces`: how many were made. */
export async function countOutput(
  executor: Executor,
  task: { usageKey: string; kind: string; userId: string },
  { id, priceUsd }: { id: string; priceUsd: number | null },
  pieces: number,
): Promise<void> {
  await storeUse(executor, {
    ...{ job: task.usageKey, kind: task.kind, userId: task.userId, model: id, ownKey: false, calls: 1 },
    ...{ costUsd: priceUsd === null ? null : priceUsd * pieces, updatedAt: new Date() },
  });
}

import type { Tx } from '#db/client.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';

const HOUR_SECONDS = 3600;

/** In the transaction that begins the work. Errors: `too_many_submissions` (`most`, `minutes`). */
export async function takeSubmission({ settings }: Services, tx: Tx, { userId, clientAddress }: Asker): Promise<void> {
  const { submissionsPerHour, addressSubmissionsPerHour } = settings.limits;
  const claim = (key: string, most: number | null) => ({
    key,
    most,
    windowSeconds: HOUR_SECONDS,
    refusal: (minutes: number, afterMs: number) =>
      new AppError('too_many_submissions', { params: { most: most ?? 0, minutes }, retry: { afterMs } }),
  });
  await takeFromLimits(tx, [
    claim(`submissions-user:${userId}`, submissionsPerHour),
    claim(`submissions-address:${clientAddress}`, addressSubmissionsPerHour),
  ]);
}

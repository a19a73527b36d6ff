/** A call is a note, answer, prompt result, translation or article that is begun, however many requests it takes. */
import type { Tx } from '#db/client.ts';
import { ownCallsAreCounted } from '#features/credentials/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';

const DAY_SECONDS = 24 * 3600;

/** In the transaction that begins the work. The day begins with its first call. Errors: `own_key_limit` (`most`, `hours`). */
export async function takeOwnKeyCall(services: Services, tx: Tx, userId: string): Promise<void> {
  if (!(await ownCallsAreCounted({ ...services, db: tx }, userId))) return;
  const most = services.settings.model.ownKeyCallsPerDay;
  await takeFromLimits(tx, [
    {
      key: `own-key-calls:${userId}`,
      most,
      windowSeconds: DAY_SECONDS,
      refusal: (minutes, afterMs) =>
        new AppError('own_key_limit', { params: { most: most ?? 0, hours: Math.ceil(minutes / 60) }, retry: { afterMs } }),
    },
  ]);
}

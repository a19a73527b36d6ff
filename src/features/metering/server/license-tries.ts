/** Rate limits for trying license keys, against guessing. */
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Asker, Services } from '#infra/services.ts';

const triesPerMinute = 5;
const addressTriesPerHour = 20;

/** Errors: `too_many_license_tries` (`minutes`). */
export async function takeLicenseTry(services: Pick<Services, 'db'>, { userId, clientAddress }: Asker): Promise<void> {
  const refusal = (minutes: number) => ({ code: 'too_many_license_tries' as const, params: { minutes } });
  await takeFromLimits(services.db, [
    { key: `license-user:${userId}`, most: triesPerMinute, windowSeconds: 60, refusal },
    { key: `license-address:${clientAddress}`, most: addressTriesPerHour, windowSeconds: 3600, refusal },
  ]);
}

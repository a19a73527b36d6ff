import { createHash } from 'node:crypto';
import { type Claim, takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 3600;

const limits = {
  'sign-in': { email: 10, client: 60, windowSeconds: QUARTER_SECONDS },
  'sign-up': { email: 5, client: 20, windowSeconds: HOUR_SECONDS },
  reset: { email: 3, client: 20, windowSeconds: HOUR_SECONDS },
  /** Tokens of mailed links, and the current password when it is changed. */
  secret: { email: 10, client: 30, windowSeconds: QUARTER_SECONDS },
} as const;

/** Errors: `too_many_attempts` (`minutes`). */
export async function countAttempt(
  { db }: Services,
  action: keyof typeof limits,
  { email, clientAddress }: { email: string | null; clientAddress: string },
): Promise<void> {
  const { email: mostOfEmail, client, windowSeconds } = limits[action];
  const claim = (key: string, most: number): Claim => ({
    key,
    most,
    windowSeconds,
    refusal: (minutes, afterMs) => new AppError('too_many_attempts', { params: { minutes }, retry: { afterMs } }),
  });
  const claims = [claim(`${action}-client:${clientAddress}`, client)];
  if (email !== null) {
    const hash = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
    claims.push(claim(`${action}-email:${hash}`, mostOfEmail));
  }
  await takeFromLimits(db, claims);
}

import { createHash } from 'node:crypto';
import { type Claim, takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 3600;

const limits = {
  /** `email` from all clients together is much more than `pair`, so that a stranger's guesses do not lock out the owner. */
  'sign-in': { email: 100, pair: 10, client: 60, windowSeconds: QUARTER_SECONDS },
  /** `email` here and for resets is also how many mails somebody can be sent; those that came still work. */
  'sign-up': { email: 5, pair: null, client: 20, windowSeconds: HOUR_SECONDS },
  reset: { email: 3, pair: null, client: 20, windowSeconds: HOUR_SECONDS },
  /** Tokens of mailed links, and the current password when it is changed, which only a signed-in user is asked for. */
  secret: { email: 10, pair: null, client: 30, windowSeconds: QUARTER_SECONDS },
} as const;

/** Counts by client, by address of mail, and by both together. Errors: `too_many_attempts` (`minutes`). */
export async function countAttempt(
  { db }: Services,
  action: keyof typeof limits,
  { email, clientAddress }: { email: string | null; clientAddress: string },
): Promise<void> {
  const { email: mostOfEmail, pair, client, windowSeconds } = limits[action];
  const claim = (key: string, most: number | null): Claim => ({
    key,
    most,
    windowSeconds,
    refusal: (minutes) => ({ code: 'too_many_attempts', params: { minutes } }),
  });
  const claims = [claim(`${action}-client:${clientAddress}`, client)];
  if (email !== null) {
    const hash = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
    claims.push(claim(`${action}-email:${hash}`, mostOfEmail));
    claims.push(claim(`${action}-pair:${hash}:${clientAddress}`, pair));
  }
  await takeFromLimits(db, claims);
}

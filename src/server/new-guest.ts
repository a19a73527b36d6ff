import type { Auth, AuthUser } from '#infra/auth/auth.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';

/** Errors: `too_many_accounts` (`minutes`). */
export async function createGuest(
  services: Services,
  auth: Auth,
  { headers, clientAddress }: { headers: Headers; clientAddress: string },
): Promise<{ user: AuthUser; setCookies: string[] }> {
  const { accountsPerHour, accountsPerDay } = services.settings.limits;
  const refusal = (minutes: number) => ({ code: 'too_many_accounts' as const, params: { minutes } });
  await takeFromLimits(services.db, [
    { key: `accounts-hour:${clientAddress}`, most: accountsPerHour, windowSeconds: 3600, refusal },
    { key: `accounts-day:${clientAddress}`, most: accountsPerDay, windowSeconds: 24 * 3600, refusal },
  ]);
  return auth.createGuest(headers);
}

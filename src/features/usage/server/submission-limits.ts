/** How much a user or an address may submit. The numbers: `SUBMISSIONS_PER_*` and `GUEST_NOTES_AT_ONCE` in `server/environment.ts`. */
import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { readRole } from '#features/metering/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';

const HOUR_SECONDS = 3600;

/** Call before the content waits for the run. Errors: `too_many_submissions`, `too_many_guest_notes` (`most`, `minutes`). */
export async function takeSubmission({ settings }: Services, tx: Tx, { userId, clientAddress }: Asker): Promise<void> {
  const { submissionsPerHour, addressSubmissionsPerHour } = settings.limits;
  const claim = (key: string, most: number | null) => ({
    key,
    most,
    windowSeconds: HOUR_SECONDS,
    refusal: (minutes: number) => ({ code: 'too_many_submissions' as const, params: { most: most ?? 0, minutes } }),
  });
  await takeFromLimits(tx, [
    claim(`submissions-user:${userId}`, submissionsPerHour),
    claim(`submissions-address:${clientAddress}`, addressSubmissionsPerHour),
  ]);
  if (settings.limits.guestNotesAtOnce !== null) await requireGuestsPlace(tx, userId, settings.limits.guestNotesAtOnce);
}

async function requireGuestsPlace(tx: Tx, userId: string, most: number): Promise<void> {
  if ((await readRole(tx, userId)) !== 'guest') return;
  // Serialised: two at once would both take the last place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guest-notes:${userId}`}, 0))`);
  const [row] = await tx
    .select({ underWay: count() })
    .from(contents)
    .where(and(eq(contents.userId, userId), isNotNull(contents.activeRunId)));
  if ((row?.underWay ?? 0) >= most) throw new AppError('too_many_guest_notes', { params: { most } });
}

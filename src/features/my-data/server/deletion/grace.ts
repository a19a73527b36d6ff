import { and, eq, gt, sql } from 'drizzle-orm';
import { user } from '#db/schema/auth.ts';
import { requireOtherAdministrator } from '#infra/auth/accounts/administrators.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { Deletion } from '../../contract.ts';
import { deleteAccountsJob } from '../../jobs.ts';

const hourMs = 3_600_000;

export async function readDeletion({ db, settings }: Services, userId: string): Promise<Deletion> {
  const [row] = await db.select({ deleteAt: user.deleteAt }).from(user).where(eq(user.id, userId));
  return toDeletion(settings.deletionGraceMs, row?.deleteAt ?? null);
}

/** A repeated request keeps the first date. Errors: `last_admin`. */
export async function requestDeletion({ db, jobs, settings }: Services, userId: string): Promise<Deletion> {
  const due = sql`coalesce(${user.deleteAt}, now() + make_interval(secs => ${settings.deletionGraceMs / 1000}))`;
  return db.transaction(async (tx) => {
    await requireOtherAdministrator(tx, userId);
    const [row] = await tx.update(user).set({ deleteAt: due }).where(eq(user.id, userId)).returning({ deleteAt: user.deleteAt });
    if (!row?.deleteAt) throw new AppError('not_found');
    await jobs.enqueue(tx, deleteAccountsJob, {}, { startAfter: row.deleteAt });
    return toDeletion(settings.deletionGraceMs, row.deleteAt);
  });
}

/** Cancels the deletion. Errors: `deletion_begun` once the grace period is over. */
export async function keepAccount({ db, settings }: Services, userId: string): Promise<Deletion> {
  // The current time, not the start of the statement, which may have waited for a lock on the row.
  const inTime = and(eq(user.id, userId), gt(user.deleteAt, sql`clock_timestamp()`));
  const kept = await db.update(user).set({ deleteAt: null }).where(inTime).returning({ id: user.id });
  if (kept.length === 0) {
    const [row] = await db.select({ deleteAt: user.deleteAt }).from(user).where(eq(user.id, userId));
    if (row?.deleteAt) throw new AppError('deletion_begun');
  }
  return toDeletion(settings.deletionGraceMs, null);
}

function toDeletion(graceMs: number, deleteAt: Date | null): Deletion {
  const leftMs = deleteAt && deleteAt.getTime() - Date.now();
  return { deleteAt: deleteAt?.toISOString() ?? null, leftMs, graceHours: graceMs / hourMs };
}

/** Between asking for the deletion of an account and the deletion. */
import { and, eq, gt, sql } from 'drizzle-orm';
import { user } from '#db/schema/auth.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import type { Deletion } from '../../contract.ts';
import { deleteAccountsJob } from '../../jobs.ts';

const hourMs = 3_600_000;

export async function readDeletion({ db, settings }: Services, userId: string): Promise<Deletion> {
  const [row] = await db.select({ deleteAt: user.deleteAt }).from(user).where(eq(user.id, userId));
  return toDeletion(settings.deletionGraceMs, row?.deleteAt ?? null);
}

/** Asked for again, the first time stays. */
export async function requestDeletion({ db, jobs, settings }: Services, userId: string): Promise<Deletion> {
  const due = sql`coalesce(${user.deleteAt}, now() + make_interval(secs => ${settings.deletionGraceMs / 1000}))`;
  return db.transaction(async (tx) => {
    const [row] = await tx.update(user).set({ deleteAt: due }).where(eq(user.id, userId)).returning({ deleteAt: user.deleteAt });
    if (!row?.deleteAt) throw new AppError('not_found');
    await jobs.enqueue(tx, deleteAccountsJob, {}, { startAfter: row.deleteAt });
    return toDeletion(settings.deletionGraceMs, row.deleteAt);
  });
}

/** Errors: `deletion_begun` once the time is over. */
export async function keepAccount({ db, settings }: Services, userId: string): Promise<Deletion> {
  // By the clock and not by the beginning of the statement: it may have waited for the row.
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

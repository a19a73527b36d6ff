/** Between asking for the deletion of an account and the deletion. */
import { eq, sql } from 'drizzle-orm';
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

export async function keepAccount({ db, settings }: Services, userId: string): Promise<Deletion> {
  await db.update(user).set({ deleteAt: null }).where(eq(user.id, userId));
  return toDeletion(settings.deletionGraceMs, null);
}

function toDeletion(graceMs: number, deleteAt: Date | null): Deletion {
  const leftMs = deleteAt && deleteAt.getTime() - Date.now();
  return { deleteAt: deleteAt?.toISOString() ?? null, leftMs, graceHours: graceMs / hourMs };
}

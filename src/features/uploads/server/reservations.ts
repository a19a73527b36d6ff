/** Reservations are in the database, where all processes see them. */
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { uploads } from '#db/schema/uploads.ts';
import { noRoom } from '#infra/storage/disk.ts';
import { AppError } from '#lib/app-error.ts';
import { checkQuota } from './storage-quota.ts';
import type { UploadServices } from './upload-services.ts';

type UploadRow = typeof uploads.$inferInsert;

/** Any constant: creations are serialised. */
const reservationLock = 5_518_204_093;

/**
 * Space stays reserved for this long after the creation or the last bytes. An upload that goes on later takes what room there is then:
 * free space is checked before each piece.
 */
const reservedForMinutes = 8;

/**
 * Reserves disk space and the owner's quota. Errors: `storage_failed` (no room), `storage_quota` (`used`, `most`), `busy` (a guest who
 * has much reserved already).
 */
export async function reserveUpload(
  { db, disk, settings }: UploadServices,
  upload: { id: string; userId: string; name: string; sizeBytes: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${reservationLock})`);
    await checkQuota(tx, settings.uploads.quotaBytes, upload.userId, upload.sizeBytes);
    await checkGuest(tx, settings.uploads.maxBytes, upload);
    // The sum first: bytes that arrive before the disk is asked are counted twice, never missed.
    const promised = await outstandingUploadBytes(tx);
    if (promised + upload.sizeBytes > (await disk.roomBytes())) throw noRoom('no room for the upload');
    await tx.insert(uploads).values(upload);
  });
}

/**
 * Records files that came in an archive, instead of the archive itself, as if each had been uploaded and taken. Their bytes are
 * stored already. Errors: `storage_quota`.
 */
export async function takeImportedFiles(
  { settings }: Pick<UploadServices, 'settings'>,
  tx: Executor,
  {
    userId,
    files,
    insteadOf,
  }: { userId: string; files: readonly Pick<UploadRow, 'id' | 'name' | 'sizeBytes'>[]; insteadOf: string },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${reservationLock})`);
  await tx.delete(uploads).where(and(eq(uploads.userId, userId), eq(uploads.blobKey, insteadOf)));
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await checkQuota(tx, settings.uploads.quotaBytes, userId, bytes);
  for (const file of files)
    await tx
      .insert(uploads)
      .values({ ...file, userId, receivedBytes: file.sizeBytes, status: 'taken', blobKey: `uploads/${file.id}` });
}

const rest = sql<number>`coalesce(sum(${uploads.sizeBytes} - ${uploads.receivedBytes}), 0)::float8`;
/** An upload that receives nothing reserves nothing: otherwise announced files that never arrive would fill the disk. */
const isReserved = sql`${uploads.status} = 'receiving' and ${uploads.updatedAt} > now() - make_interval(mins => ${reservedForMinutes})`;

export async function outstandingUploadBytes(executor: Executor): Promise<number> {
  const [row] = await executor.select({ bytes: rest }).from(uploads).where(isReserved);
  return row?.bytes ?? 0;
}

/** A guest, who costs nothing to become, has at most the space of one largest file reserved at once. Errors: `busy`. */
async function checkGuest(
  executor: Executor,
  mostBytes: number,
  { userId, sizeBytes }: { userId: string; sizeBytes: number },
): Promise<void> {
  const [row] = await executor
    .select({ bytes: rest })
    .from(uploads)
    .innerJoin(user, and(eq(user.id, uploads.userId), eq(user.isAnonymous, true)))
    .where(and(eq(uploads.userId, userId), isReserved));
  const reserved = row?.bytes ?? 0;
  if (reserved === 0 || reserved + sizeBytes <= mostBytes) return;
  // The page tries again for about ten minutes: longer than an upload that receives nothing keeps its space.
  throw new AppError('busy', { detail: 'a guest has too much space reserved' });
}

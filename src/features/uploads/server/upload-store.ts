/** An upload is a row and a part in a folder, later a blob. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { uploads } from '#db/schema/uploads.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { zUploadId } from '../contract.ts';
import type { UploadServices } from './upload-services.ts';

export type UploadRecord = typeof uploads.$inferSelect;
export type TakenUpload = { blobKey: string; name: string; sizeBytes: number };

const blobKeyOf = (id: string) => `uploads/${id}`;

const partPath = ({ settings }: UploadServices, id: string) => join(settings.uploads.directory, id);

/** Null for any other id, so that ids reveal nothing. */
export async function findUpload({ db }: UploadServices, id: string, userId: string): Promise<UploadRecord | null> {
  if (!zUploadId.safeParse(id).success) return null;
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)));
  return row ?? null;
}

/** Idempotent: continues after an interruption. */
export async function finishUpload(services: UploadServices, id: string): Promise<void> {
  const { db, blobs } = services;
  const blobKey = blobKeyOf(id);
  const part = await stat(partPath(services, id)).catch(() => null);
  try {
    if (part) await blobs.putFile(blobKey, partPath(services, id));
    else await blobs.stat(blobKey);
  } catch (error) {
    if (!part || !hasCode(error, 'file_missing')) throw error;
    // Another request, of a client that tried again, has moved the part meanwhile.
    await blobs.stat(blobKey);
  }
  await db
    .update(uploads)
    .set({ status: 'complete', blobKey, receivedBytes: uploads.sizeBytes, updatedAt: sql`now()` })
    .where(and(eq(uploads.id, id), eq(uploads.status, 'receiving')));
}

/** Errors: `upload_not_found`. */
export async function requireUpload(
  services: UploadServices,
  { uploadId, userId }: { uploadId: string; userId: string },
): Promise<void> {
  const row = await findUpload(services, uploadId, userId);
  if (!row || row.status === 'taken') throw new AppError('upload_not_found');
}

/** What it is, also when it was taken before. Errors: `upload_not_found`. */
export async function describeUpload(
  services: UploadServices,
  { uploadId, userId }: { uploadId: string; userId: string },
): Promise<Pick<UploadRecord, 'name' | 'sizeBytes'>> {
  const row = await findUpload(services, uploadId, userId);
  if (!row) throw new AppError('upload_not_found');
  return { name: row.name, sizeBytes: row.sizeBytes };
}

export async function removeUploadsOf(services: UploadServices, userId: string): Promise<void> {
  const gone = await services.db.delete(uploads).where(eq(uploads.userId, userId)).returning({ id: uploads.id });
  for (const { id } of gone) await removeUploadFiles(services, id);
}

/** The caller owns the blob from then on; repeated calls return the same. Errors: `upload_not_found`, `upload_incomplete`. */
export async function takeUpload(
  services: UploadServices,
  executor: Executor,
  { uploadId, userId }: { uploadId: string; userId: string },
): Promise<TakenUpload> {
  const row = await findUpload(services, uploadId, userId);
  if (!row) throw new AppError('upload_not_found');
  if (row.status === 'receiving') {
    // The process may have been killed after the last byte.
    if ((await receivedBytes(services, row.id)) !== row.sizeBytes) throw new AppError('upload_incomplete');
    await finishUpload(services, row.id);
  }
  const taken = await executor
    .update(uploads)
    .set({ status: 'taken', updatedAt: sql`now()` })
    .where(eq(uploads.id, row.id))
    .returning({ id: uploads.id });
  if (taken.length === 0) throw new AppError('upload_not_found');
  return { blobKey: blobKeyOf(row.id), name: row.name, sizeBytes: row.sizeBytes };
}

async function receivedBytes(services: UploadServices, id: string): Promise<number | null> {
  const part = await stat(partPath(services, id)).catch(() => null);
  const found = part ?? (await services.blobs.stat(blobKeyOf(id)).catch(() => null));
  return found?.size ?? null;
}

/** Called after their content was deleted: they no longer count for the quota. The caller deletes the blobs. */
export async function forgetUploads(executor: Executor, blobKeys: readonly string[]): Promise<void> {
  if (blobKeys.length === 0) return;
  const ids = blobKeys.map((key) => key.slice(key.indexOf('/') + 1));
  await executor.delete(uploads).where(and(inArray(uploads.id, ids), inArray(uploads.blobKey, [...blobKeys])));
}

/** False when its state has changed. */
export async function deleteUpload(services: UploadServices, id: string, status: UploadRecord['status']): Promise<boolean> {
  const gone = await services.db
    .delete(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.status, status)))
    .returning({ id: uploads.id });
  if (gone.length > 0) await removeUploadFiles(services, id);
  return gone.length > 0;
}

export async function removeUploadFiles(services: UploadServices, id: string): Promise<void> {
  await rm(partPath(services, id), { force: true });
  await services.blobs.delete(blobKeyOf(id));
}

/** What one user may store: uploads, files of contents and outputs, all together. */
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import { uploads } from '#db/schema/uploads.ts';
import { AppError } from '#lib/app-error.ts';
import { sizeText } from '#lib/bytes.ts';
import type { UploadServices } from './upload-services.ts';

/** Errors: `storage_quota`. */
export async function requireQuota(
  { db, settings }: Pick<UploadServices, 'settings'> & { db: Executor },
  userId: string,
): Promise<void> {
  await checkQuota(db, settings.uploads.quotaBytes, userId, 1);
}

/** Errors: `storage_quota` (`used`, `most`). */
export async function checkQuota(executor: Executor, quotaBytes: number | null, userId: string, added: number): Promise<void> {
  if (quotaBytes === null) return;
  const used = await usedBytes(executor, userId);
  if (used + added <= quotaBytes) return;
  throw new AppError('storage_quota', { params: { used: sizeText(used), most: sizeText(quotaBytes) } });
}

/** Whole sizes of uploads and the files of contents, from indexes only. */
async function usedBytes(executor: Executor, userId: string): Promise<number> {
  const [uploaded] = await executor
    .select({ bytes: sql<number>`coalesce(sum(${uploads.sizeBytes}), 0)::float8` })
    .from(uploads)
    .where(eq(uploads.userId, userId));
  const [kept] = await executor
    .select({ bytes: sql<number>`coalesce(sum(${sources.storedBytes}), 0)::float8` })
    .from(contents)
    .innerJoin(sources, eq(sources.id, contents.sourceId))
    .where(and(eq(contents.userId, userId), sql`${sources.storedBytes} > 0`));
  const sumOf = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::float8`;
  const [images] = await executor
    .select({ bytes: sumOf(imageGenerations.storedBytes) })
    .from(imageGenerations)
    .where(eq(imageGenerations.userId, userId));
  const [music] = await executor
    .select({ bytes: sumOf(musicGenerations.storedBytes) })
    .from(musicGenerations)
    .where(eq(musicGenerations.userId, userId));
  const [articles] = await executor
    .select({ bytes: sumOf(videoProcessingTasks.storedBytes) })
    .from(videoProcessingTasks)
    .where(eq(videoProcessingTasks.userId, userId));
  return [uploaded, kept, images, music, articles].reduce((sum, row) => sum + (row?.bytes ?? 0), 0);
}

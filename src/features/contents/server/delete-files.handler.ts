/** Deletes files that no record refers to any more. */
import { and, eq, lte, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import { blobGarbage, contents, coverBlobOf, extractions, mediaBlobOf, sources } from '#db/schema/content.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';

const filesAtOnce = 500;

export function createDeleteFiles(services: Services): JobHandler<Record<string, never>> {
  return { run: (_payload, { signal }) => deleteGarbage(services, signal) };
}

/** Checks each file first: covers are stored under their own hash, so another source may show the same one. */
async function deleteGarbage({ db, blobs }: Services, signal: AbortSignal): Promise<void> {
  // A time in the future is a period of grace: the file may still be claimed until then.
  const rows = await db
    .select()
    .from(blobGarbage)
    .where(lte(blobGarbage.createdAt, new Date()))
    .orderBy(blobGarbage.createdAt, blobGarbage.id)
    .limit(filesAtOnce);
  for (const row of rows) {
    // The next run of this job continues with the rest.
    signal.throwIfAborted();
    if (!(await isBlobUsed(db, row.blobKey))) await blobs.delete(row.blobKey);
    await db.delete(blobGarbage).where(eq(blobGarbage.id, row.id));
  }
}

/** One index lookup for each place that may refer to a file. */
async function isBlobUsed(db: Db, blobKey: string): Promise<boolean> {
  const uses = [
    db.select({ one: sql`1` }).from(sources).where(eq(sources.blobKey, blobKey)),
    db.select({ one: sql`1` }).from(contents).where(eq(contents.coverBlob, blobKey)),
    db.select({ one: sql`1` }).from(user).where(eq(user.avatarBlob, blobKey)),
    db
      .select({ one: sql`1` })
      .from(extractions)
      .where(eq(coverBlobOf(extractions.data), blobKey)),
    db
      .select({ one: sql`1` })
      .from(extractions)
      .where(eq(mediaBlobOf(extractions.data), blobKey)),
  ];
  for (const use of [...uses, ...outputsWith(db, blobKey)]) if ((await use.limit(1)).length > 0) return true;
  return false;
}

const madeFile = /^outputs\/[a-z]+\/([\da-f-]{36})\//;

/** The key of a file that was made from a content holds the id of its row, which is in one of these tables. */
function outputsWith(db: Db, blobKey: string) {
  const [, id] = madeFile.exec(blobKey) ?? [];
  if (id === undefined) return [];
  const isNamed = (rowId: PgColumn, blobs: PgColumn) => and(eq(rowId, id), sql`jsonb_exists(${blobs}, ${blobKey})`);
  return [
    db.select({ one: sql`1` }).from(imageGenerations).where(isNamed(imageGenerations.id, imageGenerations.blobs)),
    db.select({ one: sql`1` }).from(musicGenerations).where(isNamed(musicGenerations.id, musicGenerations.blobs)),
    db.select({ one: sql`1` }).from(videoProcessingTasks).where(isNamed(videoProcessingTasks.id, videoProcessingTasks.blobs)),
  ];
}

/** Deletes the files that no record names any more. */
import { and, eq, lte, sql } from 'drizzle-orm';
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

/** Blobs whose rows are gone. Covers are stored under their own hash: another source may show the same one. */
async function deleteGarbage({ db, blobs }: Services, signal: AbortSignal): Promise<void> {
  // A time to come is a time of grace: the file may still be claimed until then.
  const rows = await db
    .select()
    .from(blobGarbage)
    .where(lte(blobGarbage.createdAt, new Date()))
    .orderBy(blobGarbage.createdAt, blobGarbage.id)
    .limit(filesAtOnce);
  for (const row of rows) {
    // What is left is found by the next run of this job.
    signal.throwIfAborted();
    if (!(await isBlobUsed(db, row.blobKey))) await blobs.delete(row.blobKey);
    await db.delete(blobGarbage).where(eq(blobGarbage.id, row.id));
  }
}

/** One lookup in an index for each place that may name a file. */
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
  for (const use of uses) if ((await use.limit(1)).length > 0) return true;
  return isFileOfOutput(db, blobKey);
}

const tablesOfFiles = { images: imageGenerations, music: musicGenerations, articles: videoProcessingTasks };
const madeFile = /^outputs\/(images|music|articles)\/([\da-f-]{36})\//;

/** The key of a file that was made of a content names the row. */
async function isFileOfOutput(db: Db, blobKey: string): Promise<boolean> {
  const [, kind, id = ''] = madeFile.exec(blobKey) ?? [];
  if (kind === undefined) return false;
  const table = tablesOfFiles[kind as keyof typeof tablesOfFiles];
  const named = and(eq(table.id, id), sql`jsonb_exists(${table.blobs}, ${blobKey})`);
  return (await db.select({ id: table.id }).from(table).where(named)).length > 0;
}

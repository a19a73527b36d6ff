/** Each link or file is one row of `sources`, shared by all users who add it. */
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { sources } from '#db/schema/content.ts';
import { AppError } from '#lib/app-error.ts';

export type SourceRecord = typeof sources.$inferSelect;

export type WantedSource = { key: string; url: string } | { key: string; blobKey: string; fileName: string };

export async function ensureSource(tx: Tx, wanted: WantedSource): Promise<SourceRecord> {
  const values =
    'url' in wanted
      ? { key: wanted.key, url: wanted.url }
      : { key: wanted.key, blobKey: wanted.blobKey, fileName: wanted.fileName };
  await tx.insert(sources).values(values).onConflictDoNothing();
  // The lock keeps the source from being cleaned up, and gives two requests the same run.
  const [source] = await tx.select().from(sources).where(eq(sources.key, wanted.key)).for('no key update');
  if (!source) throw new AppError('conflict', { retry: {} });
  return source;
}

/** Counts what is stored for a source besides an uploaded file, which is counted at its upload. */
export async function addStoredBytes(tx: Tx, sourceId: string, bytes: number): Promise<void> {
  await tx
    .update(sources)
    .set({ storedBytes: sql`${sources.storedBytes} + ${bytes}` })
    .where(eq(sources.id, sourceId));
}

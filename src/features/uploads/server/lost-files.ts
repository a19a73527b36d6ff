import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { sources } from '#db/schema/content.ts';
import { uploads } from '#db/schema/uploads.ts';
import type { UploadServices } from './upload-services.ts';

const batchSize = 500;

/** Parts and blobs without a row that were last written so long ago (ms) or earlier. Returns the number. */
export async function removeLostFiles(
  { db, blobs, settings }: UploadServices,
  { partMs, blobMs }: { partMs: number; blobMs: number },
): Promise<number> {
  const { directory } = settings.uploads;
  const partsBefore = Date.now() - partMs;
  const blobsBefore = Date.now() - blobMs;
  let removed = 0;
  const parts = await readdir(directory);
  for (const batch of batches(parts)) {
    const known = await knownUploads(db, batch);
    for (const name of batch.filter((found) => !known.has(found))) {
      const path = join(directory, name);
      const found = await stat(path).catch(() => null);
      if (!found?.isFile() || found.mtimeMs > partsBefore) continue;
      await rm(path, { force: true });
      removed++;
    }
  }
  const stored = (await blobs.list('uploads')).filter(({ modifiedAt }) => modifiedAt.getTime() <= blobsBefore);
  for (const batch of batches(stored.map(({ name }) => name))) {
    const known = new Set([...(await knownUploads(db, batch)), ...(await knownSources(db, batch))]);
    for (const name of batch.filter((found) => !known.has(found))) {
      await blobs.delete(`uploads/${name}`);
      removed++;
    }
  }
  return removed;
}

async function knownUploads(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(inArray(uploads.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

async function knownSources(db: Db, ids: readonly string[]): Promise<string[]> {
  const keys = ids.map((id) => `file:${id}`);
  const rows = await db.select({ key: sources.key }).from(sources).where(inArray(sources.key, keys));
  return rows.map(({ key }) => key.slice('file:'.length));
}

function* batches(names: readonly string[]): Generator<string[]> {
  for (let at = 0; at < names.length; at += batchSize) yield names.slice(at, at + batchSize);
}

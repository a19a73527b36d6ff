/** Stores the files of an archive, before the rows that refer to them. */
import { createHash, randomUUID } from 'node:crypto';
import { blobGarbage } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import { AppError, toAppError } from '#lib/app-error.ts';
import { sniffImage } from '#lib/image-type.ts';
import type { Archive } from '../archive/read-archive.ts';
import { contentNames, readContentFile } from './check-entries.ts';
import type { Existing } from './existing.ts';

export type StoredFile = { blobKey: string; upload: { id: string; name: string; sizeBytes: number } | null };
/** By name in the archive. */
export type StoredFiles = ReadonlyMap<string, StoredFile>;

/** The same limit as for fetched covers. */
const coverBytes = 12 * 1024 * 1024;

/** `stored` gets each key at once, so that a failure can delete them. Errors: those of the archive and the store. */
export async function storeFiles(
  { blobs }: Services,
  archive: Archive,
  { existing, stored, signal }: { existing: Existing; stored: StoredFile[]; signal: AbortSignal },
): Promise<StoredFiles> {
  const files = new Map<string, StoredFile>();
  for (const name of contentNames(archive)) {
    const content = await readContentFile(archive, name);
    if (existing.contentId(content) !== null) continue;
    const { files: wanted } = content;
    for (const { file, kind, name: fileName } of wanted) {
      if (files.has(file)) continue;
      signal.throwIfAborted();
      const kept = kind === 'cover' ? await storeCover(blobs, archive, file) : await storeUpload(blobs, archive, file, fileName);
      if (kept === null) continue;
      stored.push(kept);
      files.set(file, kept);
    }
  }
  return files;
}

/** After a failed import. Covers are stored under their hash and may be used elsewhere, so only unused ones are deleted. */
export async function takeBack(
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  stored: readonly StoredFile[],
  error: unknown,
): Promise<void> {
  // A connection that breaks while the rows are committed may leave rows that name these files. Those that no row names are cleaned up.
  if (toAppError(error).code === 'database_unavailable') return;
  for (const { blobKey, upload } of stored)
    if (upload !== null) await blobs.delete(blobKey);
    else await db.insert(blobGarbage).values({ blobKey });
}

async function storeUpload(blobs: Services['blobs'], archive: Archive, file: string, name: string): Promise<StoredFile> {
  const id = randomUUID();
  const blobKey = `uploads/${id}`;
  await blobs.put(blobKey, await archive.stream(file));
  return { blobKey, upload: { id, name, sizeBytes: archive.bytesOf(file) } };
}

export async function bytesOfFile(archive: Archive, file: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of (await archive.stream(file)) as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** Checks the bytes, not the name; null if it is not a picture. */
async function storeCover(blobs: Services['blobs'], archive: Archive, file: string): Promise<StoredFile | null> {
  if (archive.bytesOf(file) > coverBytes) throw new AppError('archive_too_large');
  const bytes = await bytesOfFile(archive, file);
  const type = sniffImage(bytes);
  if (type === null) return null;
  const blobKey = `covers/${createHash('sha256').update(bytes).digest('hex')}.${type === 'jpeg' ? 'jpg' : type}`;
  await blobs.put(blobKey, bytes);
  return { blobKey, upload: null };
}

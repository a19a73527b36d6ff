/** The file that a content was made from: an upload, or a PDF behind a link. */
import { eq } from 'drizzle-orm';
import { sources } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { addStoredBytes } from './ensure-source.ts';
import type { OwnedContent } from './owned.ts';
import { isUnreadPdf } from './present.ts';

/** The same limit as for reading linked documents. */
const pdfBytes = 50 * 1024 * 1024;
const pdfTimeoutMs = 120_000;
/** PDF readers accept some bytes before the signature. */
const signature = '%PDF-';
const signatureWithin = 1024;

/** Errors: `not_found` where nothing was uploaded. */
export async function loadUploadedFile(services: Services, content: OwnedContent): Promise<{ blobKey: string; name: string }> {
  const found = await findUploadedFile(services, content);
  if (found === null) throw new AppError('not_found');
  return found;
}

async function findUploadedFile(services: Services, { sourceId }: OwnedContent) {
  const [source] = await services.db
    .select({ blobKey: sources.blobKey, name: sources.fileName })
    .from(sources)
    .where(eq(sources.id, sourceId));
  return source?.blobKey ? { blobKey: source.blobKey, name: source.name ?? 'file' } : null;
}

export function linkedPdfKey(sourceId: string): string {
  return `documents/${sourceId}.pdf`;
}

/** Returns the PDF's key; a linked PDF is fetched once. Errors: `not_found` if it is no PDF, those of the guarded fetch. */
export async function storePdf(services: Services, content: OwnedContent, signal: AbortSignal): Promise<string> {
  const uploaded = await findUploadedFile(services, content);
  if (content.kind !== 'document' && !isUnreadPdf(content, uploaded?.name ?? null)) throw new AppError('not_found');
  if (uploaded) return uploaded.blobKey;
  if (content.sourceUrl === null) throw new AppError('not_found');
  const key = linkedPdfKey(content.sourceId);
  if (await isStored(services, key)) return key;
  const response = await services.fetch(content.sourceUrl, {
    signal,
    asker: { userId: content.userId },
    timeoutMs: pdfTimeoutMs,
    maxBytes: pdfBytes,
    headers: { accept: 'application/pdf,application/octet-stream;q=0.8,*/*;q=0.5' },
  });
  if (response.status !== 200) {
    await response.cancel();
    throw new AppError('not_found');
  }
  const bytes = await response.bytes();
  if (!Buffer.from(bytes.subarray(0, signatureWithin)).toString('latin1').includes(signature)) throw new AppError('not_found');
  await keep(services, content.sourceId, key, bytes);
  return key;
}

/** When two users ask at once, only the first one's bytes are stored and counted. */
async function keep(services: Services, sourceId: string, key: string, bytes: Uint8Array): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [source] = await tx.select({ id: sources.id }).from(sources).where(eq(sources.id, sourceId)).for('no key update');
    if (!source) throw new AppError('not_found');
    if (await isStored(services, key)) return;
    await services.blobs.put(key, bytes);
    await addStoredBytes(tx, sourceId, bytes.length);
  });
}

export async function isStored(services: Services, key: string): Promise<boolean> {
  try {
    await services.blobs.stat(key);
    return true;
  } catch (error) {
    if (hasCode(error, 'file_missing')) return false;
    throw error;
  }
}

/** The words of a content are what its source gives, unless its user chooses others: a file, or a track that was rejected. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { sources } from '#db/schema/content.ts';
import type { Extracted, RejectedTrack } from '#engine/domain.ts';
import { maxTextBytes } from '#engine/sources/document/read-file.ts';
import type { ContentStatus } from '#features/contents/contract.ts';
import { discardBlobs, loadExtraction, type OwnedContent } from '#features/contents/server/index.ts';
import { forgetUploads, takeUpload } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { storable } from '#lib/text/storable-text.ts';
import { startAgain } from './start-work.ts';

/**
 * Others who have the source keep its words. The upload is deleted afterwards, also after a failure.
 * Errors: `upload_*`, `file_too_large`, those of reading a text, those of `startAgain`.
 */
export async function rewriteFromFile(
  services: Services,
  content: OwnedContent,
  { uploadId, clientAddress }: { uploadId: string; clientAddress: string },
  signal: AbortSignal,
): Promise<ContentStatus> {
  const { db, blobs } = services;
  const { blobKey, name, sizeBytes } = await takeUpload(services, db, { uploadId, userId: content.userId });
  const [used] = await db.select({ id: sources.id }).from(sources).where(eq(sources.blobKey, blobKey));
  if (used) throw new AppError('upload_not_found');
  const drop = async (tx: Tx) => {
    await forgetUploads(tx, [blobKey]);
    await discardBlobs(tx, [blobKey]);
  };
  try {
    if (sizeBytes > maxTextBytes) throw new AppError('file_too_large');
    const known = await knownOf(services, content);
    const bytes = await readFile(await blobs.localPath(blobKey));
    const words = { extracted: storable(await withWords(services, known, { bytes, name }, signal)) };
    return await startAgain(services, content, wishOf(content), { clientAddress, words, also: drop });
  } catch (error) {
    await db.transaction(drop);
    throw error;
  }
}

/** Errors: `bad_request` for a track that was not rejected, those of `startAgain`. */
export async function rewriteFromRejectedTrack(
  services: Services,
  content: OwnedContent,
  { track, clientAddress }: { track: string | null; clientAddress: string },
): Promise<ContentStatus> {
  if (track !== null && !rejectedOf(await knownOf(services, content)).some((one) => one.track === track))
    throw new AppError('bad_request', { params: { field: 'track' } });
  return startAgain(services, content, wishOf(content), { clientAddress, words: track === null ? null : { track } });
}

function wishOf({ noteLanguage, detail }: OwnedContent) {
  return { noteLanguage, detail };
}

function rejectedOf({ transcript, rejected = [] }: Extracted): RejectedTrack[] {
  return transcript?.provenance.rejected ?? rejected;
}

async function knownOf({ db }: Services, content: OwnedContent): Promise<Extracted> {
  const known = content.extractionId === null ? null : await loadExtraction(db, content.extractionId);
  return known?.extracted ?? unread(content);
}

async function withWords(
  { compute }: Services,
  known: Extracted,
  file: { bytes: Uint8Array; name: string },
  signal: AbortSignal,
): Promise<Extracted> {
  const read = await compute('readText', file, { signal });
  // Sections and the like belong to the words that are replaced.
  const { sections: _sections, partial: _partial, forSubscribers: _forSubscribers, ...about } = known;
  const base = { ...about, rejected: rejectedOf(known), problem: null };
  if (read.kind === 'subtitles') {
    const { transcript, durationMs } = read;
    return { ...base, transcript, language: transcript.language, durationMs: known.durationMs ?? durationMs };
  }
  if (read.kind === 'html') throw new AppError('input_unsupported', { params: { name: file.name } });
  const { segments, markdown } = read.document;
  if (segments.length === 0) throw new AppError('document_no_text');
  const provenance = { origin: 'document' as const, track: file.name };
  return {
    ...base,
    language: null,
    articleMarkdown: markdown,
    transcript: { timed: false, language: null, provenance, segments },
  };
}

/** The extraction for a content whose source was never read. */
function unread(content: OwnedContent): Extracted {
  const { kind, title, author, siteName, description, publishedAt, durationMs, coverUrl, coverBlob, sourceUrl } = content;
  return {
    ...{ title, author, siteName, description, publishedAt, durationMs, coverUrl, coverBlob },
    kind: kind ?? 'subtitles',
    canonicalUrl: sourceUrl,
    language: null,
    media: null,
    chapters: [],
    articleMarkdown: null,
    transcript: null,
    problem: null,
  };
}

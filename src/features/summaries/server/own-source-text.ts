/** The words of a content are what its source gives, unless its user chooses others: a file, or a track that was rejected. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { sources } from '#db/schema/content.ts';
import type { Detail, Extracted, Language, RejectedTrack } from '#engine/domain.ts';
import type { ReadText } from '#engine/sources/document/read-text.ts';
import { languageFromName } from '#engine/sources/document.ts';
import type { ContentStatus } from '#features/contents/contract.ts';
import {
  type ContentRecord,
  discardBlobs,
  loadExtraction,
  type OwnedContent,
  type WantedSource,
} from '#features/contents/server/index.ts';
import { describeUpload, forgetUploads, type TakenUpload, takeUpload } from '#features/uploads/server/index.ts';
import type { Asker, Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { maxTextBytes } from '#lib/max-text-bytes.ts';
import { storable } from '#lib/text/storable-text.ts';
import { type Started, startAgain, startWork } from './start-work.ts';

type ReadWords = Exclude<ReadText, { kind: 'html' }>;

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
  const { upload, drop } = await takeFile(services, { uploadId, userId: content.userId });
  try {
    const read = await readWords(services, upload, signal);
    const words = { extracted: storable(withWords(await knownOf(services, content), read, upload.name)) };
    return await startAgain(services, content, wishOf(content), { clientAddress, words, also: drop });
  } catch (error) {
    await services.db.transaction(drop);
    throw error;
  }
}

/**
 * Starts work on a recording whose words come along in a file, so that it is not listened to. The file's upload is deleted
 * afterwards, also after a failure, except one that is too large. `take` takes the recording: called once the words are read.
 * Errors: `upload_*`, for the words with the field `wordsId`, `file_too_large`, those of reading a text, of `take` and of
 * `startWork`.
 */
export async function startWithFile(
  services: Services,
  asker: Asker,
  take: () => Promise<WantedSource>,
  { uploadId, noteLanguage, detail }: { uploadId: string; noteLanguage: Language; detail?: Detail | undefined },
  signal: AbortSignal,
): Promise<Started> {
  const { upload, drop } = await takeWords(services, { uploadId, userId: asker.userId });
  try {
    const read = await readWords(services, upload, signal);
    const words = (content: ContentRecord) => storable(withWords(unread(content), read, upload.name));
    return await startWork(services, asker, await take(), noteLanguage, { detail, words });
  } finally {
    await services.db.transaction(drop);
  }
}

async function takeWords(services: Services, taken: { uploadId: string; userId: string }) {
  try {
    // Before it is taken: a recording that is named by mistake is not lost.
    if ((await describeUpload(services, taken)).sizeBytes > maxTextBytes) throw new AppError('file_too_large');
    return await takeFile(services, taken);
  } catch (error) {
    if (!(error instanceof AppError) || !hasCode(error, 'upload_not_found', 'upload_incomplete')) throw error;
    // Else it would read as if the recording were gone.
    throw new AppError(error.code, { cause: error, params: { field: 'wordsId' } });
  }
}

/** Errors: `upload_*`; `upload_not_found` also for a file that is a content's own. */
async function takeFile(
  services: Services,
  taken: { uploadId: string; userId: string },
): Promise<{ upload: TakenUpload; drop: (tx: Tx) => Promise<void> }> {
  const { db } = services;
  const upload = await takeUpload(services, db, taken);
  const [used] = await db.select({ id: sources.id }).from(sources).where(eq(sources.blobKey, upload.blobKey));
  if (used) throw new AppError('upload_not_found');
  const drop = async (tx: Tx) => {
    await forgetUploads(tx, [upload.blobKey]);
    await discardBlobs(tx, [upload.blobKey]);
  };
  return { upload, drop };
}

async function readWords({ blobs, compute }: Services, upload: TakenUpload, signal: AbortSignal): Promise<ReadWords> {
  const { blobKey, name, sizeBytes } = upload;
  if (sizeBytes > maxTextBytes) throw new AppError('file_too_large');
  const bytes = await readFile(await blobs.localPath(blobKey));
  const read = await compute('readText', { bytes, name }, { signal });
  if (read.kind === 'html') throw new AppError('input_unsupported', { params: { name } });
  if (read.kind === 'text' && read.document.segments.length === 0) throw new AppError('document_no_text');
  return read;
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

function withWords(known: Extracted, read: ReadWords, name: string): Extracted {
  // Sections and the like belong to the words that are replaced.
  const { sections: _sections, partial: _partial, forSubscribers: _forSubscribers, ...about } = known;
  const base = { ...about, rejected: rejectedOf(known), problem: null };
  if (read.kind === 'subtitles') {
    const language = read.transcript.language ?? languageFromName(name);
    const transcript = { ...read.transcript, language };
    return { ...base, transcript, language, durationMs: known.durationMs ?? read.durationMs };
  }
  const { segments, markdown } = read.document;
  const provenance = { origin: 'document' as const, track: name };
  return {
    ...base,
    language: null,
    articleMarkdown: markdown,
    transcript: { timed: false, language: null, provenance, segments },
  };
}

/** The extraction for a content whose source was never read. */
function unread(content: ContentRecord): Extracted {
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

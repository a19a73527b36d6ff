/** The words of a content are what its source gives, unless its user chooses others: a file, or a track that was rejected. */
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { contents, sources } from '#db/schema/content.ts';
import type { Detail, Extracted, Language, RejectedTrack } from '#engine/domain.ts';
import type { ReadText } from '#engine/sources/document/read-text.ts';
import { languageFromName, textBytes } from '#engine/sources/document.ts';
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
import { AppError, findAppError, hasCode } from '#lib/app-error.ts';
import { sizeText } from '#lib/bytes.ts';
import { maxTextBytes } from '#lib/max-text-bytes.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import { storable } from '#lib/text/storable-text.ts';
import { type Started, startNote, startNoteAgain } from './start-note.ts';

type ReadWords = Exclude<ReadText, { kind: 'html' }>;

/**
 * Others who have the source keep its words. The upload is deleted afterwards, also after a failure.
 * Errors: `upload_*`, those of reading a text, those of `startNoteAgain`.
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
    return await startNoteAgain(services, content, wishOf(content), { clientAddress, words, also: drop });
  } catch (error) {
    await services.db.transaction(drop);
    throw error;
  }
}

/** A recording whose words come along. `take` is called once these are read: what cannot be read leaves it as it is. */
type RecordingToTake = { key: string; take: () => Promise<WantedSource> };

/**
 * Starts work on a recording whose words come along in a file, so that it is not listened to. The file's upload is deleted
 * afterwards, also after a failure, except one that is too large. A pair that was begun before is returned as it is.
 * Errors: with the field `wordsId`, `upload_*` of the words and those of reading a text; those of `take` and of `startNote`.
 */
export async function startWithFile(
  services: Services,
  asker: Asker,
  recording: RecordingToTake,
  { uploadId, noteLanguage, detail }: { uploadId: string; noteLanguage: Language; detail?: Detail | undefined },
  signal: AbortSignal,
): Promise<Started> {
  const { userId } = asker;
  let taken: TakenFile | null = null;
  try {
    let read: ReadWords;
    try {
      taken = await takeWords(services, { uploadId, userId });
      read = await readWords(services, taken.upload, signal);
    } catch (error) {
      // The answer to the first call was lost, or is still on its way.
      const begun = hasCode(error, 'upload_not_found', 'file_missing') ? await pairBegun(services, userId, recording.key) : null;
      if (begun) return begun;
      throw aboutWords(error);
    }
    const { name } = taken.upload;
    const words = (content: ContentRecord) => storable({ ...withWords(unread(content), read, name), recordingUnread: true });
    return await startNote(services, asker, await recording.take(), noteLanguage, { detail, words });
  } finally {
    if (taken) await services.db.transaction(taken.drop);
  }
}

/** Else it would read as if the recording were gone, or could not be read. */
function aboutWords(error: unknown): unknown {
  const known = findAppError(error);
  if (!known) return error;
  return new AppError(known.code, { cause: error, params: { ...known.params, field: 'wordsId' }, retry: known.retry });
}

async function pairBegun({ db }: Services, userId: string, sourceKey: string): Promise<Started | null> {
  const [content] = await db
    .select({ id: contents.id, status: contents.status })
    .from(contents)
    .innerJoin(sources, eq(sources.id, contents.sourceId))
    .where(and(eq(contents.userId, userId), eq(sources.key, sourceKey), isNotNull(contents.ownExtractionId)));
  return content ? { contentId: content.id, status: content.status, existing: true, begun: false } : null;
}

async function takeWords(services: Services, wanted: { uploadId: string; userId: string }): Promise<TakenFile> {
  // Before it is taken: a recording that is named by mistake is not lost.
  const { name, sizeBytes } = await describeUpload(services, wanted);
  if (sizeBytes > maxTextBytes) throw tooLarge();
  if (mediaExtension(name) !== null) throw new AppError('input_unsupported', { params: { name } });
  return await takeFile(services, wanted);
}

type TakenFile = { upload: TakenUpload; drop: (tx: Tx) => Promise<void> };

/** Errors: `upload_*`; `upload_not_found` also for a file that is a content's own. */
async function takeFile(services: Services, wanted: { uploadId: string; userId: string }): Promise<TakenFile> {
  const { db } = services;
  const upload = await takeUpload(services, db, wanted);
  const [used] = await db.select({ id: sources.id }).from(sources).where(eq(sources.blobKey, upload.blobKey));
  if (used) throw new AppError('upload_not_found');
  const drop = async (tx: Tx) => {
    await forgetUploads(tx, [upload.blobKey]);
    await discardBlobs(tx, [upload.blobKey]);
  };
  return { upload, drop };
}

/** Errors: `document_*`, `file_missing`, `subtitles_empty`, `input_unsupported`, `transcript_too_long`, `text_too_long`, `text_too_complex`. */
async function readWords({ blobs, compute }: Services, upload: TakenUpload, signal: AbortSignal): Promise<ReadWords> {
  const { blobKey, name, sizeBytes } = upload;
  if (sizeBytes > maxTextBytes) throw tooLarge();
  const bytes = await textBytes(await blobs.localPath(blobKey), name, signal).catch((error: unknown) => {
    // A packed one.
    throw hasCode(error, 'file_too_large') ? tooLarge() : error;
  });
  if (bytes === null) throw new AppError('input_unsupported', { params: { name } });
  const read = await compute('readText', { bytes, name }, { signal });
  if (read.kind === 'html') throw new AppError('input_unsupported', { params: { name } });
  if (read.kind === 'text' && read.document.segments.length === 0) throw new AppError('document_no_text');
  return read;
}

function tooLarge(): AppError {
  return new AppError('document_too_large', { params: { most: sizeText(maxTextBytes) } });
}

/** Errors: `bad_request` for a track that was not rejected, those of `startNoteAgain`. */
export async function rewriteFromRejectedTrack(
  services: Services,
  content: OwnedContent,
  { track, clientAddress }: { track: string | null; clientAddress: string },
): Promise<ContentStatus> {
  if (track !== null && !rejectedOf(await knownOf(services, content)).some((one) => one.track === track))
    throw new AppError('bad_request', { params: { field: 'track' } });
  return startNoteAgain(services, content, wishOf(content), { clientAddress, words: track === null ? null : { track } });
}

function wishOf({ noteLanguage, detail }: OwnedContent) {
  return { noteLanguage, detail };
}

function rejectedOf({ transcript, rejected = [] }: Extracted): RejectedTrack[] {
  return transcript?.provenance.rejected ?? rejected;
}

async function knownOf({ db }: Services, content: OwnedContent): Promise<Extracted> {
  const known = content.extractionId === null ? null : await loadExtraction(db, content.extractionId);
  if (known) return known.extracted;
  const [source] = await db.select({ name: sources.fileName }).from(sources).where(eq(sources.id, content.sourceId));
  const isRecording = mediaExtension(source?.name ?? '') !== null;
  return { ...unread(content), ...(isRecording ? { recordingUnread: true } : {}) };
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
  const language = languageFromName(name);
  const provenance = { origin: 'document' as const, track: name };
  return {
    ...base,
    language,
    articleMarkdown: markdown,
    transcript: { timed: false, language, provenance, segments },
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

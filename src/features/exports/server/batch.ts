/** Many notes as one zip or file, written while it is sent: one file is made at a time, and none after the reader has left. */
import { finished, Readable } from 'node:stream';
import { and, eq, isNotNull, isNull, notInArray, or, type SQL } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { type OwnedContent, requireOwnedContent, timedLinesExist } from '#features/contents/server/index.ts';
import { segmentsOf } from '#features/transcripts/server/index.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Claim } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { createFileNames } from '#lib/file-name.ts';
import { pageUrlElsewhere } from '#lib/own-page-address.ts';
import { may } from '#lib/roles.ts';
import { toSrt } from '#lib/transcripts/write-subtitles.ts';
import { escapeXml } from '#lib/xml.ts';
import type { ExportBatch } from '../contract.ts';
import { type BatchFormat, batchFormats } from '../shared/batch-formats.ts';
import { type Book, createBook } from './book.ts';
import { createDeck } from './deck.ts';
import { cardsOfNote, exportNote } from './export-note.ts';
import { noteAsOpml } from './outline-file.ts';

/** Errors: `not_allowed` when the format is for members. */
export async function checkBatch(
  { db }: Services,
  user: Pick<AuthUser, 'id' | 'role'>,
  { contentIds, format }: ExportBatch,
): Promise<{ ready: string[]; missing: number }> {
  if (batchFormats[format].isPro && !may(user.role, 'exportProFormats')) throw new AppError('not_allowed');
  const chosen = [...new Set(contentIds)];
  const rows = await db
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.userId, user.id), isOneOf(contents.id, chosen), isReady(format)));
  const able = new Set(rows.map(({ id }) => id));
  const ready = chosen.filter((id) => able.has(id));
  return { ready, missing: chosen.length - ready.length };
}

function isReady(format: BatchFormat): SQL | undefined {
  if (batchFormats[format].of === 'note') return isNotNull(contents.note);
  // What was written has paragraphs without times, and so has the description of a video without words.
  const isSpoken = or(isNull(contents.kind), notInArray(contents.kind, ['page', 'document']));
  return and(isSpoken, timedLinesExist(contents.extractionId));
}

/** Errors: `not_allowed`, `export_nothing`, `export_incomplete`. */
export async function requireWholeBatch(services: Services, user: AuthUser, batch: ExportBatch): Promise<string[]> {
  const { ready, missing } = await checkBatch(services, user, batch);
  if (ready.length === 0) throw new AppError('export_nothing');
  if (missing > 0) throw new AppError('export_incomplete', { params: { ready: ready.length, missing } });
  return ready;
}

const batchesPerHour = 60;

export const batchLimit = (userId: string): Claim => ({
  key: `export-batches-user:${userId}`,
  most: batchesPerHour,
  windowSeconds: 3600,
  refusal: (minutes) => ({ code: 'too_many_archives', params: { minutes } }),
});

type BatchOptions = { userId: string; contentIds: readonly string[]; format: BatchFormat; origin: string };

type Zipped = BatchOptions & { zip: ZipFile; signal: AbortSignal };

/** A note that cannot be written is left out and named; the stream breaks off when all fail. Closing the stream ends the work. */
export function writeBatch(services: Services, batch: BatchOptions): Readable {
  const left = new AbortController();
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  output.once('close', () => left.abort(new AppError('cancelled')));
  const { format } = batch;
  const zipped = { ...batch, zip, signal: left.signal };
  const work = format === 'anki' ? addDeck(services, zipped) : addFiles(services, { ...zipped, format });
  work.then(() => zip.end()).catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('not written')));
  return output;
}

async function addDeck(services: Services, { zip, signal, origin, ...batch }: Zipped): Promise<void> {
  const deck = createDeck(new Date());
  try {
    const left: string[] = [];
    for await (const content of contentsOf(services, batch, signal)) {
      const cards = await cardsOfNote(services, content, { origin, signal, urgent: false }).catch(ignoreUnwritable);
      if (cards === null) left.push(content.title);
      else deck.add(content, cards);
    }
    if (left.length === batch.contentIds.length) throw new AppError('export_failed');
    // A deck has no place for what is missing in it.
    if (left.length > 0) services.logger.warn({ notes: left.length }, 'a deck was exported without the cards of some notes');
    deck.end(zip);
  } finally {
    deck.close();
  }
}

async function addFiles(
  services: Services,
  { zip, signal, origin, format, ...batch }: Zipped & { format: Exclude<BatchFormat, 'anki'> },
): Promise<void> {
  const nameOf = createFileNames();
  const book = format === 'epub' ? createBook(new Date()) : null;
  book?.begin(zip);
  const left: string[] = [];
  for await (const content of contentsOf(services, batch, signal)) {
    const bytes = await fileOf(services, content, format, { origin, signal }).catch(ignoreUnwritable);
    if (bytes === null) {
      left.push(content.title);
      continue;
    }
    const entry = Readable.from([Buffer.from(bytes)]);
    const read = whenRead(entry, signal);
    const { title, noteLanguage: language } = content;
    const name = book?.add({ title, language, xhtml: String(bytes) }) ?? nameOf(title, batchFormats[format].extension);
    zip.addReadStream(entry, name, { mtime: content.updatedAt });
    await read;
  }
  if (left.length === batch.contentIds.length) throw new AppError('export_failed');
  if (left.length > 0) addUnwritten(zip, book, left);
  book?.end(zip);
}

/** Lists the notes that failed: in a text file, or in an EPUB as the last chapter. */
function addUnwritten(zip: ZipFile, book: Book | null, titles: readonly string[]): void {
  if (book === null) {
    zip.addBuffer(Buffer.from(`\ufeff${[unwritten, ...titles].join('\r\n')}\r\n`), 'not-exported.txt');
    return;
  }
  const items = titles.map((title) => `<li>${escapeXml(title)}</li>`).join('');
  const xhtml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${unwritten}</title></head>
<body><h1>${unwritten}</h1><ul>${items}</ul></body></html>
`;
  zip.addBuffer(Buffer.from(xhtml), book.add({ title: unwritten, language: 'zh', xhtml }));
}

/** In both languages: a saved file does not change with the language of the interface. */
const unwritten = '没有导出的笔记 / Notes that could not be exported';

/** Leaves out contents that were deleted since they were chosen. */
async function* contentsOf(
  services: Services,
  { userId, contentIds }: Pick<BatchOptions, 'userId' | 'contentIds'>,
  signal: AbortSignal,
): AsyncGenerator<OwnedContent> {
  for (const contentId of contentIds) {
    signal.throwIfAborted();
    const content = await requireOwnedContent(services.db, userId, contentId).catch(ignoreMissing);
    if (content !== null) yield content;
  }
}

async function fileOf(
  services: Services,
  content: OwnedContent,
  format: Exclude<BatchFormat, 'anki'>,
  { origin, signal }: { origin: string; signal: AbortSignal },
): Promise<string | Uint8Array> {
  const note = content.note ?? '';
  if (format === 'srt') return toSrt(await segmentsOf(services.db, content));
  if (format === 'json') return noteAsJson(content);
  if (format === 'opml') {
    const { title, createdAt, sourceUrl } = content;
    return noteAsOpml({ title, note, createdAt, sourceUrl, pageUrl: pageUrlElsewhere(origin, content.id) });
  }
  return exportNote(services, content, format === 'epub' ? 'chapter' : format, { origin, signal, urgent: false });
}

function noteAsJson(content: OwnedContent): string {
  const { id, title, author, siteName, sourceUrl, publishedAt, noteLanguage, noteTags, note, createdAt, updatedAt } = content;
  const fields = { id, title, author, siteName, sourceUrl, publishedAt, language: noteLanguage, tags: noteTags, note };
  return `${JSON.stringify({ ...fields, createdAt, updatedAt }, null, 2)}\n`;
}

/** Resolves when the entry has been read into the zip; rejects when the zip is closed earlier. */
function whenRead(entry: Readable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    finished(entry, { writable: false }, (error) => {
      signal.removeEventListener('abort', onAbort);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** One note that cannot be written must not take the others along. */
function ignoreUnwritable(error: unknown): null {
  if (hasCode(error, 'export_failed', 'internal')) return null;
  throw error;
}

function ignoreMissing(error: unknown): null {
  if (hasCode(error, 'not_found')) return null;
  throw error;
}

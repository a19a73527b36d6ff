/** Exports everything a user owns, one content at a time, so that only one is in memory. */
import type { Readable } from 'node:stream';
import { and, asc, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { contentTables } from '#db/content-tables.ts';
import { user } from '#db/schema/auth.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents, extractions, sources } from '#db/schema/content.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { customPrompts } from '#db/schema/prompts.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import type { Segment } from '#engine/domain.ts';
import { readArchivedChannels } from '#features/channels/server/index.ts';
import { type OwnedContent, requireOwnedContent } from '#features/contents/server/index.ts';
import { writeHistory } from '#features/metering/server/index.ts';
import { segmentsOf } from '#features/transcripts/server/index.ts';
import type { Services } from '#infra/services.ts';
import { hasCode } from '#lib/app-error.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { toSrt } from '#lib/transcripts/write-subtitles.ts';
import {
  accountName,
  answersName,
  type ContentFile,
  channelsName,
  collectionsName,
  contentName,
  historyName,
  promptsName,
  type Row,
  smartFoldersName,
} from '../archive/format.ts';
import { toRow } from '../archive/row-json.ts';
import { type ArchiveWriter, writeArchive } from '../archive/zip-archive.ts';

export function exportAccount(services: Services, userId: string): Readable {
  return writeArchive(`Gleaner ${services.settings.version}`, (archive) => writeAll(services, userId, archive));
}

/** Names of blobs in the archive; each blob is written once. */
type Files = { nameOf(blobKey: string): Promise<string | null> };

async function writeAll(services: Services, userId: string, archive: ArchiveWriter): Promise<void> {
  const { db } = services;
  const files = createFiles(services, archive);
  const [account] = await db.select().from(user).where(eq(user.id, userId));
  if (account) {
    const { name, language, theme, avatarBlob } = account;
    const avatar = avatarBlob === null ? null : await files.nameOf(avatarBlob);
    await archive.json(accountName, { name, language, theme, avatar });
  }
  const prompts = await db
    .select()
    .from(customPrompts)
    .where(and(eq(customPrompts.userId, userId), isNull(customPrompts.deletedAt)))
    .orderBy(asc(customPrompts.createdAt), asc(customPrompts.id));
  await archive.json(promptsName, { prompts: prompts.map((prompt) => toRow(prompt, ['userId'])) });
  const folders = await db
    .select()
    .from(smartFolders)
    .where(eq(smartFolders.userId, userId))
    .orderBy(asc(smartFolders.createdAt), asc(smartFolders.id));
  await archive.json(smartFoldersName, { smartFolders: folders.map((folder) => toRow(folder, ['userId'])) });
  await archive.json(channelsName, await readArchivedChannels(db, userId));
  await archive.text(historyName, writeHistory(db, userId));
  const ids = await db
    .select({ id: contents.id })
    .from(contents)
    .where(eq(contents.userId, userId))
    .orderBy(asc(contents.createdAt), asc(contents.id));
  const written: string[] = [];
  for (const { id } of ids) {
    // One snapshot per content; a slow reader does not keep a transaction open.
    const found = await db.transaction(
      async (tx) => {
        const content = await requireOwnedContent(tx, userId, id).catch(ignoreMissing);
        return content && readContent(tx, content);
      },
      { isolationLevel: 'repeatable read' },
    );
    if (!found) continue;
    written.push(id);
    await writeContent(archive, files, written.length, found);
  }
  const known = new Set(written);
  await archive.json(collectionsName, { collections: await readCollections(services, userId, known) });
  await archive.json(answersName, { answers: await readAnswers(services, userId, known) });
}

/** A content may have been deleted since the list was read. */
function ignoreMissing(error: unknown): null {
  if (hasCode(error, 'not_found')) return null;
  throw error;
}

type ContentRows = {
  source: typeof sources.$inferSelect;
  content: typeof contents.$inferSelect;
  extractions: (typeof extractions.$inferSelect)[];
  rows: Record<string, Row[]>;
  lines: Segment[];
};

async function readContent(tx: Tx, content: OwnedContent): Promise<ContentRows | null> {
  const { id: contentId, userId } = content;
  const [source] = await tx.select().from(sources).where(eq(sources.id, content.sourceId));
  if (!source) return null;
  const rows: Record<string, Row[]> = {};
  for (const [name, { table, id }] of Object.entries(contentTables)) {
    const left = id === 'serial' ? ['userId', 'contentId', 'id'] : ['userId', 'contentId'];
    rows[name] = (await rowsOf(tx, table, { userId, contentId })).map((row) => toRow(row, left));
  }
  const wanted = [
    content.extractionId,
    content.ownExtractionId,
    ...(rows.noteVersions ?? []).map(({ extractionId }) => extractionId),
  ].filter((id): id is string => typeof id === 'string');
  const known =
    wanted.length === 0
      ? []
      : await tx
          .select()
          .from(extractions)
          .where(and(eq(extractions.sourceId, source.id), inArray(extractions.id, [...new Set(wanted)])))
          .orderBy(asc(extractions.createdAt), asc(extractions.id));
  return { content, source, extractions: known, rows, lines: await segmentsOf(tx, content) };
}

async function rowsOf(tx: Tx, table: PgTable, of: { userId: string; contentId: string }): Promise<object[]> {
  const columns = getTableColumns(table);
  const { userId, contentId, createdAt, deletedAt } = columns;
  if (!userId || !contentId) return [];
  const order = [createdAt, columns.id, columns.language, columns.position].flatMap((column) => (column ? [asc(column)] : []));
  return tx
    .select()
    .from(table)
    .where(and(eq(userId, of.userId), eq(contentId, of.contentId), deletedAt ? sql`${deletedAt} is null` : undefined))
    .orderBy(...order);
}

const withoutRun = ['userId', 'sourceId', 'activeRunId', 'noteExcerpt', 'noteTags', 'lowerTags', 'openTodos', 'doneTodos'];

async function writeContent(archive: ArchiveWriter, files: Files, place: number, found: ContentRows): Promise<void> {
  const { content, source, rows, lines } = found;
  const kept: ContentFile['files'] = [];
  const keep = async (key: string | null, kind: 'upload' | 'cover', name: string): Promise<string | null> => {
    const file = key === null ? null : await files.nameOf(key);
    if (file !== null && !kept.some((one) => one.file === file)) kept.push({ file, kind, name });
    return file;
  };
  const fileName = source.fileName ?? fileNameOf(content.title, 'bin');
  const data: ContentFile = {
    source: {
      url: source.url,
      fileName: source.fileName,
      file: await keep(source.blobKey, 'upload', fileName),
    },
    content: {
      ...toRow(content, withoutRun),
      // A running task is not exported.
      status: content.status === 'processing' ? 'cancelled' : content.status,
      coverBlob: await keep(content.coverBlob, 'cover', fileName),
    },
    extractions: [],
    rows,
    files: kept,
  };
  for (const extraction of found.extractions) {
    const { coverBlob, media } = extraction.data;
    data.extractions.push({
      ...toRow(extraction, ['sourceId', 'contentId', 'data']),
      data: {
        ...extraction.data,
        coverBlob: await keep(coverBlob, 'cover', fileName),
        media: media && { ...media, blob: await keep(media.blob, 'upload', fileName) },
      },
    });
  }
  await archive.json(contentName(place), data);
  const named = (extension: string) => `${String(place).padStart(6, '0')} ${fileNameOf(content.title, extension)}`;
  if (content.note !== null) await archive.text(`notes/${named('md')}`, content.note);
  if (lines.some(({ startMs }) => startMs !== null)) await archive.text(`subtitles/${named('srt')}`, toSrt(lines));
}

function createFiles({ blobs }: Services, archive: ArchiveWriter): Files {
  const names = new Map<string, string | null>();
  return {
    async nameOf(blobKey) {
      const known = names.get(blobKey);
      if (known !== undefined) return known;
      const name = `files/${names.size + 1}`;
      const size = await blobs.stat(blobKey).then(
        (found) => found.size,
        (error: unknown) => {
          // The file of a row may be gone.
          if (hasCode(error, 'file_missing')) return null;
          throw error;
        },
      );
      names.set(blobKey, size === null ? null : name);
      if (size === null) return null;
      if (size === 0) await archive.text(name, '');
      else await archive.file(name, await blobs.openRange(blobKey, 0, size - 1));
      return name;
    },
  };
}

async function readCollections({ db }: Services, userId: string, known: ReadonlySet<string>) {
  const lists = await db
    .select()
    .from(collections)
    .where(eq(collections.userId, userId))
    .orderBy(asc(collections.createdAt), asc(collections.id));
  const items = await db
    .select()
    .from(collectionItems)
    .where(eq(collectionItems.userId, userId))
    .orderBy(asc(collectionItems.position), asc(collectionItems.addedAt));
  return lists.map((collection) => ({
    collection: toRow(collection, ['userId']),
    items: items
      .filter((item) => item.collectionId === collection.id && known.has(item.contentId))
      .map((item) => toRow(item, ['userId', 'collectionId'])),
  }));
}

async function readAnswers({ db }: Services, userId: string, known: ReadonlySet<string>) {
  const answers = await db
    .select()
    .from(libraryAnswers)
    .where(and(eq(libraryAnswers.userId, userId), ne(libraryAnswers.state, 'writing')))
    .orderBy(asc(libraryAnswers.createdAt), asc(libraryAnswers.id));
  const given = await db
    .select()
    .from(libraryAnswerSources)
    .where(eq(libraryAnswerSources.userId, userId))
    .orderBy(asc(libraryAnswerSources.answerId), asc(libraryAnswerSources.position));
  return answers.map((answer) => ({
    answer: toRow(answer, ['userId']),
    sources: given
      .filter(({ answerId, contentId }) => answerId === answer.id && known.has(contentId))
      .map((source) => toRow(source, ['userId', 'answerId'])),
  }));
}

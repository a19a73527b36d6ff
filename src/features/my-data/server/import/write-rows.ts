/** Writes all rows of an archive in one transaction, with new ids and the importing user as owner. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/client.ts';
import { contentTables } from '#db/content-tables.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents, extractions } from '#db/schema/content.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { customPrompts } from '#db/schema/prompts.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { importedSlug } from '#features/collections/server/index.ts';
import { discardBlobs, ensureSource } from '#features/contents/server/index.ts';
import { noteColumns } from '#features/notes/server/index.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { askLimits, mostInCollection } from '#lib/input-limits.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { Row } from '../archive/format.ts';
import type { Archive } from '../archive/read-archive.ts';
import { withNewIds } from '../archive/row-json.ts';
import {
  type CheckedContent,
  contentNames,
  readAnswers,
  readCollectionLists,
  readContentFile,
  readPrompts,
  readSmartFolders,
} from './check-entries.ts';
import { type Existing, linkOf } from './existing.ts';
import type { StoredFiles } from './store-files.ts';

type Import = { userId: string; archive: Archive; files: StoredFiles; existing: Existing };

const rowsAtOnce = 200;

/** Errors: `archive_damaged`. */
export async function writeRows(tx: Tx, wanted: Import): Promise<void> {
  try {
    const ids = newIds();
    await writePrompts(tx, wanted, ids);
    await writeSmartFolders(tx, wanted, ids);
    for (const name of contentNames(wanted.archive))
      await writeContent(tx, wanted, ids, await readContentFile(wanted.archive, name));
    await writeCollections(tx, wanted, ids);
    await writeAnswers(tx, wanted, ids);
  } catch (error) {
    if (findAppError(error) || !refusedByDatabase(error)) throw error;
    throw new AppError('archive_damaged', { cause: error });
  }
}

/** Rows that are invalid (SQLSTATE class 22) or violate a constraint (class 23). */
function refusedByDatabase(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth++)
    if ('code' in current && /^2[23]/.test(String(current.code))) return true;
  return false;
}

type Ids = {
  known: ReadonlyMap<string, string>;
  give(old: unknown): string;
  keep(old: unknown, own: string): void;
  isNew(own: string): boolean;
  of(old: unknown): string | null;
};

/** Ascending ids, so that rows with the same time keep their order. */
function newIds(): Ids {
  const known = new Map<string, string>();
  const given = new Set<string>();
  const tail = randomUUID().slice(8);
  const start = Number.parseInt(randomUUID().slice(0, 7), 16);
  return {
    known,
    give(old) {
      if (typeof old !== 'string' || known.has(old)) throw new AppError('archive_damaged', { detail: 'an id twice or none' });
      const made = `${(start + known.size).toString(16).padStart(8, '0')}${tail}`;
      known.set(old, made);
      given.add(made);
      return made;
    },
    keep(old, own) {
      if (typeof old === 'string') known.set(old, own);
    },
    isNew: (own) => given.has(own),
    /** Only rows of the archive can be referred to: any other id on this server may belong to another user. */
    of(old) {
      if (old === null || old === undefined) return null;
      const found = typeof old === 'string' ? known.get(old) : undefined;
      if (found === undefined) throw new AppError('archive_damaged', { detail: 'a reference that leads out of the archive' });
      return found;
    },
  };
}

/** Rows that the account has already stay as they are; what is imported refers to them. */
function withoutKnown(rows: readonly Row[], idOf: (row: Row) => string | null, ids: Ids): Row[] {
  return rows.filter((row) => {
    const known = idOf(row);
    if (known !== null) ids.keep(row.id, known);
    return known === null;
  });
}

async function writePrompts(tx: Tx, { archive, userId, existing }: Import, ids: Ids): Promise<void> {
  const missing = withoutKnown(await readPrompts(archive), existing.promptId, ids);
  const rows = missing.map((row) => ({ ...row, id: ids.give(row.id), userId, deletedAt: null }));
  await insertAll(tx, customPrompts, rows);
}

async function writeSmartFolders(tx: Tx, { archive, userId, existing }: Import, ids: Ids): Promise<void> {
  const missing = withoutKnown(await readSmartFolders(archive), existing.smartFolderId, ids);
  await insertAll(
    tx,
    smartFolders,
    missing.map((row) => ({ ...row, id: ids.give(row.id), userId })),
  );
}

async function writeContent(tx: Tx, { userId, files, existing }: Import, ids: Ids, file: CheckedContent): Promise<void> {
  const known = existing.contentId(file);
  // The content in the library stays as it is; imported collections refer to it.
  if (known !== null) return ids.keep(file.content.id, known);
  const source = await ensureSource(tx, wantedSource(file, files));
  const [meanwhile] = await tx
    .select({ id: contents.id })
    .from(contents)
    .where(and(eq(contents.userId, userId), eq(contents.sourceId, source.id)));
  if (meanwhile) {
    if (ids.known.has(String(file.content.id))) throw new AppError('archive_damaged', { detail: 'an id twice' });
    // Added in another window since the archive was read, or by an earlier entry whose link is the same today.
    const covers = file.files.flatMap((one) => (one.kind === 'cover' ? (files.get(one.file)?.blobKey ?? []) : []));
    await discardBlobs(tx, covers);
    return ids.keep(file.content.id, meanwhile.id);
  }
  const id = ids.give(file.content.id);
  const { extractionId, ownExtractionId, noteVersionId, note, sourceUrl, ...content } = file.content;
  const blobOf = (name: unknown) => (typeof name === 'string' ? (files.get(name)?.blobKey ?? null) : null);
  if (typeof sourceUrl === 'string' && !parseHttpUrl(sourceUrl)) throw new AppError('archive_damaged');
  const row = {
    ...content,
    ...{ id, userId, sourceId: source.id, sourceUrl: sourceUrl ?? null, coverBlob: blobOf(content.coverBlob) },
    ...(typeof note === 'string' ? noteColumns(note) : {}),
  };
  await insertAll(tx, contents, [row]);
  const texts = file.extractions.map((extraction) => {
    const data = extraction.data as { coverBlob: unknown; media: { blob: unknown } | null };
    return {
      ...extraction,
      id: ids.give(extraction.id),
      sourceId: source.id,
      // Text from an archive is for its owner only: for other users the link itself is read.
      contentId: id,
      data: { ...data, coverBlob: blobOf(data.coverBlob), media: data.media && { ...data.media, blob: blobOf(data.media.blob) } },
    };
  });
  await insertAll(tx, extractions, texts);
  for (const version of file.rows.noteVersions) ids.give(version.id);
  for (const [name, { table, id: kind }] of Object.entries(contentTables)) {
    const rows = file.rows[name as keyof typeof contentTables].map((one) => {
      const made = kind === 'uuid' ? { id: name === 'noteVersions' ? ids.of(one.id) : ids.give(one.id) } : {};
      const reference = 'extractionId' in one ? { extractionId: ids.of(one.extractionId) } : {};
      return { ...(withNewIds(one, ids.known) as Row), ...made, ...reference, userId, contentId: id };
    });
    await insertAll(tx, table, rows);
  }
  await tx
    .update(contents)
    .set({
      extractionId: ids.of(extractionId),
      ownExtractionId: ids.of(ownExtractionId),
      noteVersionId: ids.of(noteVersionId),
    })
    .where(and(eq(contents.id, id), eq(contents.userId, userId)));
}

function wantedSource({ source }: CheckedContent, files: StoredFiles) {
  if (source.url !== null) return linkOf(source.url);
  const id = source.file === null ? undefined : files.get(source.file)?.upload?.id;
  // A file that was missing at export stays missing.
  const uploadId = id ?? randomUUID();
  return { key: `file:${uploadId}`, blobKey: `uploads/${uploadId}`, fileName: source.fileName ?? 'file' };
}

async function writeCollections(tx: Tx, { archive, userId, existing }: Import, ids: Ids): Promise<void> {
  for (const { collection, items } of await readCollectionLists(archive)) {
    const known = existing.collectionId(collection);
    if (known !== null) {
      ids.keep(collection.id, known);
      await addNewItems(tx, { userId, collectionId: known, items, ids });
      continue;
    }
    const collectionId = ids.give(collection.id);
    const name = String(collection.name);
    const row = {
      ...collection,
      ...{ id: collectionId, userId },
      // Slugs are unique on the server, across users.
      slug: await importedSlug(tx, { name, slug: String(collection.slug) }),
      coverContentId: ids.known.get(String(collection.coverContentId)) ?? null,
      // The user has not asked to publish it on this server.
      ...{ isPublic: false, publishedAt: null, hiddenAt: null },
    };
    await insertAll(tx, collections, [row]);
    await insertAll(tx, collectionItems, itemRows({ userId, collectionId, items, ids }));
  }
}

type NewItems = { userId: string; collectionId: string; items: readonly Row[]; ids: Ids };

function itemRows({ userId, collectionId, items, ids }: NewItems): (Row & { contentId: string | null })[] {
  const rows = items.map((item) => ({ ...item, collectionId, userId, contentId: ids.of(item.contentId) }));
  // Two items of the archive may be one content here.
  return [...new Map(rows.map((row) => [row.contentId, row])).values()];
}

/**
 * What the user took out of the collection meanwhile stays out: only contents that came with this archive are added. A public
 * collection stays as it is, because an import publishes nothing. Errors: `collection_full`.
 */
async function addNewItems(tx: Tx, wanted: NewItems): Promise<void> {
  const { userId, collectionId, ids } = wanted;
  const rows = itemRows(wanted).filter(({ contentId }) => contentId !== null && ids.isNew(contentId));
  if (rows.length === 0) return;
  const own = and(eq(collections.userId, userId), eq(collections.id, collectionId));
  const [list] = await tx.select({ isPublic: collections.isPublic }).from(collections).where(own).for('update');
  if (!list || list.isPublic) return;
  const inList = and(eq(collectionItems.userId, userId), eq(collectionItems.collectionId, collectionId));
  if ((await tx.$count(collectionItems, inList)) + rows.length > mostInCollection)
    throw new AppError('collection_full', { params: { most: mostInCollection } });
  await insertAll(tx, collectionItems, rows);
  await tx.update(collections).set({ updatedAt: new Date() }).where(own);
}

/** Ids in a question's scope get their new values; a link to an earlier question that is not in the archive is dropped. */
async function writeAnswers(tx: Tx, { archive, userId, existing }: Import, ids: Ids): Promise<void> {
  const missing = (await readAnswers(archive)).filter(({ answer }) => !existing.hasAnswer(answer));
  const newest = missing.toSorted((a, b) => timeOf(b.answer.createdAt) - timeOf(a.answer.createdAt));
  const kept = new Set(newest.slice(0, Math.max(0, askLimits.kept - existing.answers)));
  for (const { answer, sources } of missing.filter((one) => kept.has(one))) {
    const id = ids.give(answer.id);
    const state = answer.state === 'writing' ? 'stopped' : answer.state;
    const afterId = ids.known.get(String(answer.afterId)) ?? null;
    await insertAll(tx, libraryAnswers, [{ ...answer, id, userId, state, scope: withNewIds(answer.scope, ids.known), afterId }]);
    const rows = sources.map((source) => ({ ...source, answerId: id, userId, contentId: ids.of(source.contentId) }));
    await insertAll(tx, libraryAnswerSources, rows);
  }
}

function timeOf(at: unknown): number {
  return at instanceof Date ? at.getTime() : 0;
}

async function insertAll(tx: Tx, table: PgTable, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) await tx.insert(table).values(rows.slice(at, at + rowsAtOnce));
}

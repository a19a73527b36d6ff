/** `sources`, `extractions`, `runs` and `checkpoints` are shared by users, and read only through a content record. */

import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Coverage, Extracted, StoredNote, StoredOutline } from '#engine/domain.ts';
import { noteLanguages } from '#lib/languages.ts';
import { user } from './auth.ts';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

export const sources = pgTable(
  'sources',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** `url:<canonical address>` or `file:<upload id>`. */
    key: text('key').notNull().unique(),
    url: text('url'),
    blobKey: text('blob_key'),
    fileName: text('file_name'),
    /** Size of the fetched files stored for this source, without an uploaded file. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('sources_blob_idx').on(table.blobKey).where(sql`blob_key is not null`),
    // For summing up a user's storage in an index-only scan.
    index('sources_stored_idx').on(table.id, table.storedBytes).where(sql`stored_bytes > 0`),
  ],
);

/** Blob keys of the cover and the media in `extractions.data`. */
export const coverBlobOf = (data: AnyPgColumn): SQL => sql`(${data} ->> 'coverBlob')`;
export const mediaBlobOf = (data: AnyPgColumn): SQL => sql`(${data} -> 'media' ->> 'blob')`;

/** What a source contained at one time. Never changed, because the anchors of notes point into it. */
export const extractions = pgTable(
  'extractions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    data: jsonb('data').$type<Extracted>().notNull(),
    /** The only content that uses it, when its owner chose the subtitles or text; null: any content. */
    contentId: uuid('content_id').references((): AnyPgColumn => contents.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('extractions_source_idx').on(table.sourceId, table.createdAt),
    index('extractions_content_idx').on(table.contentId).where(sql`content_id is not null`),
    // For finding out whether a stored file is still in use before it is deleted.
    index('extractions_cover_blob_idx')
      .on(coverBlobOf(table.data))
      .where(sql`${coverBlobOf(table.data)} is not null`),
    index('extractions_media_blob_idx')
      .on(mediaBlobOf(table.data))
      .where(sql`${mediaBlobOf(table.data)} is not null`),
  ],
);

/** The work of a `note` task, under the task's id: a source and the options of its note, shared by all who ask meanwhile. */
export const runs = pgTable(
  'runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    /** Hash of the source and all options that affect the note; requests with the key of a run in flight join that run. */
    key: text('key').notNull(),
    noteLanguage: text('note_language', { enum: noteLanguages }).notNull(),
    detail: text('detail', { enum: ['brief', 'standard', 'detailed'] })
      .notNull()
      .default('standard'),
    /** The user whose model key pays for the run, which is then not shared. Null: the server's model, or none. */
    keyUserId: text('key_user_id').references(() => user.id, { onDelete: 'set null' }),
    /** The user chose extracted sentences although there is a model. */
    withoutModel: boolean('without_model').notNull().default(false),
    refetch: boolean('refetch').notNull().default(false),
    /** The user asked for another version, so results of earlier runs are not reused. */
    again: boolean('again').notNull().default(false),
    /** Part of the checkpoint keys: runs with the same variant reuse each other's checkpoints. Null for the first version. */
    variant: text('variant'),
    /** For a run of one content: the subtitle track to use although it was rejected. */
    track: text('track'),
    extractionId: uuid('extraction_id').references(() => extractions.id, { onDelete: 'set null' }),
    /** Null until the run is finished, and when it ended without a note. */
    note: jsonb('note').$type<StoredNote>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    // Ascending: read backwards, it gives the latest first, with nulls first.
    index('runs_key_idx').on(table.key, table.finishedAt),
    index('runs_source_idx').on(table.sourceId, table.createdAt),
    index('runs_extraction_idx').on(table.extractionId).where(sql`extraction_id is not null`),
    index('runs_key_user_idx').on(table.keyUserId).where(sql`key_user_id is not null`),
  ],
);

/** Results of finished steps, keyed by a hash of their input. Deleted with the source. */
export const checkpoints = pgTable(
  'checkpoints',
  {
    key: text('key').primaryKey(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    value: jsonb('value').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('checkpoints_source_idx').on(table.sourceId)],
);

/** Sorts by code point, so that the order is the same on every machine; cut to fit into an index. */
export const titleSortKey = (title: AnyPgColumn): SQL<string> => sql`(lower(left(${title}, 100)) collate "C")`;
export const noteSortKey = (excerpt: AnyPgColumn): SQL<string> => sql`(lower(left(coalesce(${excerpt}, ''), 100)) collate "C")`;

export const contents = pgTable(
  'contents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => sources.id),
    extractionId: uuid('extraction_id').references(() => extractions.id),
    /** The extraction with the subtitles or text that the owner chose; null: `extractionId` is used. */
    ownExtractionId: uuid('own_extraction_id').references((): AnyPgColumn => extractions.id),
    activeRunId: uuid('active_run_id').references(() => runs.id, { onDelete: 'set null' }),
    status: text('status', { enum: ['processing', 'completed', 'failed', 'cancelled'] })
      .notNull()
      .default('processing'),
    problemCode: text('problem_code'),
    problemParams: jsonb('problem_params').$type<Record<string, string | number>>(),
    kind: text('kind', { enum: ['video', 'audio', 'page', 'document', 'subtitles'] }),
    contentType: text('content_type', { enum: ['longVideo', 'shortVideo', 'audio', 'online', 'local'] }).notNull(),
    title: text('title').notNull(),
    /** The owner wrote the title, so the source's title no longer replaces it. */
    ownTitle: boolean('own_title').notNull().default(false),
    sourceUrl: text('source_url'),
    author: text('author'),
    siteName: text('site_name'),
    description: text('description'),
    publishedAt: text('published_at'),
    language: text('language'),
    durationMs: doublePrecision('duration_ms'),
    coverUrl: text('cover_url'),
    coverBlob: text('cover_blob'),
    noteLanguage: text('note_language', { enum: noteLanguages }).notNull(),
    detail: text('detail', { enum: ['brief', 'standard', 'detailed'] })
      .notNull()
      .default('standard'),
    /** A copy of the current version's text. `setNote` writes it together with the note columns below. */
    note: text('note'),
    noteVersionId: uuid('note_version_id'),
    noteExcerpt: text('note_excerpt'),
    /** The tags of the note's hashtag line, in the order of the line. */
    noteTags: text('note_tags').array().notNull().default([]),
    /** The tags in lower case: those that differ only in case are one. The database keeps it. */
    lowerTags: text('lower_tags').array().notNull().generatedAlwaysAs(sql`lower_tags(note_tags)`),
    openTodos: integer('open_todos').notNull().default(0),
    doneTodos: integer('done_todos').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('contents_user_source_idx').on(table.userId, table.sourceId),
    // The target of the foreign keys made by `ownContent`.
    uniqueIndex('contents_owner_idx').on(table.userId, table.id),
    // Ascending: read backwards, they give lists newest first, which a descending index with nulls last does not.
    index('contents_user_updated_idx').on(table.userId, table.updatedAt, table.id),
    index('contents_user_created_idx').on(table.userId, table.createdAt, table.id),
    index('contents_user_title_idx').on(table.userId, titleSortKey(table.title), table.id),
    index('contents_user_excerpt_idx').on(table.userId, noteSortKey(table.noteExcerpt), table.id),
    // Narrow: counting 100,000 rows reads a hundred pages.
    index('contents_count_idx').on(table.userId, table.contentType),
    index('contents_user_type_idx').on(table.userId, table.contentType, table.updatedAt, table.id),
    // For the filters of the library.
    index('contents_user_tags_idx').using('gin', table.userId, table.noteTags),
    index('contents_user_lower_tags_idx').using('gin', table.userId, table.lowerTags),
    index('contents_user_todo_idx').on(table.userId, table.updatedAt, table.id).where(sql`open_todos > 0`),
    // For counting the notes of each day.
    index('contents_user_noted_idx').on(table.userId, table.updatedAt).where(sql`note is not null`),
    index('contents_user_active_idx').on(table.userId, table.activeRunId).where(sql`active_run_id is not null`),
    index('contents_active_run_idx').on(table.activeRunId).where(sql`active_run_id is not null`),
    index('contents_source_idx').on(table.sourceId),
    index('contents_extraction_idx').on(table.extractionId).where(sql`extraction_id is not null`),
    index('contents_own_extraction_idx').on(table.ownExtractionId).where(sql`own_extraction_id is not null`),
    index('contents_cover_blob_idx').on(table.coverBlob).where(sql`cover_blob is not null`),
    // Notes from before the note columns existed; no rows once these are filled.
    index('contents_unfilled_note_idx').on(table.id).where(sql`note is not null and note_excerpt is null`),
  ],
);

/** A foreign key to a content and its owner, so that a row cannot refer to another user's content. */
export function ownContent(name: string, { userId, contentId }: { userId: AnyPgColumn; contentId: AnyPgColumn }) {
  return foreignKey({ name, columns: [userId, contentId], foreignColumns: [contents.userId, contents.id] }).onDelete('cascade');
}

export const noteVersions = pgTable(
  'note_versions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    extractionId: uuid('extraction_id').references(() => extractions.id),
    markdown: text('markdown').notNull(),
    outline: jsonb('outline').$type<StoredOutline>(),
    coverage: jsonb('coverage').$type<Coverage>(),
    method: text('method', { enum: ['model', 'extractive', 'edited'] }).notNull(),
    model: text('model'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('note_versions_content_idx').on(table.userId, table.contentId, table.createdAt),
    ownContent('note_versions_content_fk', table),
    index('note_versions_extraction_idx').on(table.extractionId).where(sql`extraction_id is not null`),
  ],
);

/** Blobs that a job deletes. Rows are written in the transaction that deletes the last use of the blob. */
export const blobGarbage = pgTable(
  'blob_garbage',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    blobKey: text('blob_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('blob_garbage_due_idx').on(table.createdAt, table.id)],
);

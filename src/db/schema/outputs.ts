/** Images, music and illustrated articles made from contents. Columns are named as in the product specification. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

const stamps = () => ({
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** The content it was made from, and its stored files. A trigger adds them to `blob_garbage` when the row is deleted. */
const made = () => ({
  contentId: uuid('content_id'),
  blobs: jsonb('blobs').$type<string[]>().notNull().default([]),
  storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
});

export const musicGenerations = pgTable(
  'music_generations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    /** The provider's id of the task. */
    taskId: text('task_id').notNull(),
    title: text('title').notNull(),
    audioUrl: text('audio_url'),
    provider: text('provider').notNull(),
    ...made(),
    ...stamps(),
  },
  (table) => [
    index('music_generations_list_idx').on(table.userId, table.createdAt.desc(), table.id.desc()),
    ownContent('music_generations_content_fk', table),
    index('music_generations_content_idx').on(table.userId, table.contentId),
  ],
);

export const imageGenerations = pgTable(
  'image_generations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    /** Contains the id of the content. */
    operationName: text('operation_name').notNull(),
    /** The first of `generatedImageUrls`. */
    generatedImageUrl: text('generated_image_url'),
    generatedImageUrls: jsonb('generated_image_urls').$type<string[]>().notNull().default([]),
    ...made(),
    ...stamps(),
  },
  (table) => [
    index('image_generations_list_idx').on(table.userId, table.createdAt.desc(), table.id.desc()),
    ownContent('image_generations_content_fk', table),
    index('image_generations_content_idx').on(table.userId, table.contentId),
    check('image_generations_content', sql`operation_name ~* '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'`),
  ],
);

/** Illustrated articles. */
export const videoProcessingTasks = pgTable(
  'video_processing_tasks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    videoUrl: text('video_url').notNull(),
    htmlUrl: text('html_url'),
    pdfUrl: text('pdf_url'),
    markdownUrl: text('markdown_url'),
    status: text('status', { enum: ['pending', 'processing', 'completed'] })
      .notNull()
      .default('pending'),
    ...made(),
    ...stamps(),
  },
  (table) => [
    index('video_processing_tasks_list_idx').on(table.userId, table.createdAt.desc(), table.id.desc()),
    ownContent('video_processing_tasks_content_fk', table),
    index('video_processing_tasks_content_idx').on(table.userId, table.contentId),
  ],
);

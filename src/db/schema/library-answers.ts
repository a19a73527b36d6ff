/** Questions about many contents, and briefs of them, with the answers. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { noteLanguages } from '#lib/languages.ts';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const libraryAnswers = pgTable(
  'library_answers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    kind: text('kind', { enum: ['question', 'brief'] }).notNull(),
    /** Empty for a brief. */
    question: text('question').notNull().default(''),
    /** The contents to search, as in the query of the page's URL. */
    scope: jsonb('scope').$type<Record<string, unknown>>().notNull(),
    /** The name of the scope at the time of the question; null: it has none. */
    scopeName: text('scope_name'),
    noteLanguage: text('note_language', { enum: noteLanguages }).notNull(),
    /** `writing`: a task whose key is this id writes it. */
    state: text('state', { enum: ['writing', 'done', 'cut', 'stopped', 'failed'] }).notNull(),
    markdown: text('markdown').notNull().default(''),
    related: text('related').array().notNull().default(sql`'{}'::text[]`),
    problem: jsonb('problem').$type<{ code: string; params: Record<string, string | number> }>(),
    /** Null: the answer consists of passages only. */
    model: text('model'),
    /** Whether the whole scope was searched. */
    complete: boolean('complete').notNull().default(true),
    /** Of a brief: how many items it was made from, and how many the scope had. Null: not known. */
    readItems: integer('read_items'),
    scopeItems: integer('scope_items'),
    /** The answer that this question follows up on, which may have been deleted; null: none. */
    afterId: uuid('after_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('library_answers_owner_idx').on(table.userId, table.id),
    index('library_answers_user_idx').on(table.userId, table.createdAt.desc(), table.id),
  ],
);

/** Passages that an answer was given or cites. They are deleted with their content. */
export const libraryAnswerSources = pgTable(
  'library_answer_sources',
  {
    answerId: uuid('answer_id').notNull(),
    position: integer('position').notNull(),
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    /** The content's number in the answer, from 1. */
    item: integer('item').notNull(),
    firstSegment: integer('first_segment').notNull(),
    lastSegment: integer('last_segment').notNull(),
    startMs: doublePrecision('start_ms'),
    page: integer('page'),
    text: text('text').notNull(),
    marks: jsonb('marks').$type<{ start: number; end: number }[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.answerId, table.position] }),
    foreignKey({
      name: 'library_answer_sources_answer_fk',
      columns: [table.userId, table.answerId],
      foreignColumns: [libraryAnswers.userId, libraryAnswers.id],
    }).onDelete('cascade'),
    ownContent('library_answer_sources_content_fk', table),
    index('library_answer_sources_content_idx').on(table.contentId, table.userId),
    index('library_answer_sources_answer_idx').on(table.userId, table.answerId),
  ],
);

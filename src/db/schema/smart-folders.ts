import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SmartFolderRules } from '#lib/smart-folder-rules.ts';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

/** Folders of all contents that match the tags and rules: all of them, or any. */
export const smartFolders = pgTable(
  'smart_folders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    name: text('name').notNull(),
    tags: text('tags').array().notNull(),
    matchType: text('match_type', { enum: ['all', 'any'] })
      .notNull()
      .default('any'),
    rules: jsonb('rules').$type<SmartFolderRules>().notNull().default({}),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('smart_folders_user_idx').on(table.userId, table.createdAt, table.id)],
);

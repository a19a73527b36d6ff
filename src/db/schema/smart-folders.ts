import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

/** A shelf that fills itself with the contents whose notes have these tags. */
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
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('smart_folders_user_idx').on(table.userId, table.createdAt, table.id)],
);

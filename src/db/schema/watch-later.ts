import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const watchLater = pgTable(
  'watch_later',
  {
    userId: ownerId(),
    contentId: uuid('content_id').notNull(),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.contentId] }),
    ownContent('watch_later_content_fk', table),
    index('watch_later_content_idx').on(table.contentId, table.userId),
    index('watch_later_added_idx').on(table.userId, table.addedAt.desc(), table.contentId),
  ],
);

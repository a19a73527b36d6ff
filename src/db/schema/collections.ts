import { boolean, doublePrecision, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    /** Stays when the collection is renamed. */
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    isPublic: boolean('is_public').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('collections_user_idx').on(table.userId, table.updatedAt.desc(), table.id.desc()),
    uniqueIndex('collections_owner_idx').on(table.userId, table.id),
  ],
);

export const collectionItems = pgTable(
  'collection_items',
  {
    collectionId: uuid('collection_id').notNull(),
    contentId: uuid('content_id').notNull(),
    userId: ownerId(),
    addedAt: instant('added_at').notNull().defaultNow(),
    /** Highest first. A fraction, so that a row fits between two others. */
    position: doublePrecision('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.contentId] }),
    ownContent('collection_items_content_fk', table),
    foreignKey({
      name: 'collection_items_collection_fk',
      columns: [table.userId, table.collectionId],
      foreignColumns: [collections.userId, collections.id],
    }).onDelete('cascade'),
    index('collection_items_order_idx').on(table.userId, table.collectionId, table.position.desc(), table.contentId.desc()),
    index('collection_items_content_idx').on(table.contentId, table.userId),
  ],
);

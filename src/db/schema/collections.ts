import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';
import { ownerId } from './owner.ts';

export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    /** Made from the current name; earlier slugs are in `collection_slugs`. */
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** The item whose cover is shown. If null or no longer in the collection, the first item with a cover. */
    coverContentId: uuid('cover_content_id'),
    isPublic: boolean('is_public').notNull().default(false),
    publishedAt: instant('published_at'),
    /** When an administrator hid it from public view. */
    hiddenAt: instant('hidden_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('collections_user_idx').on(table.userId, table.updatedAt.desc(), table.id.desc()),
    uniqueIndex('collections_owner_idx').on(table.userId, table.id),
    index('collections_public_idx').on(table.publishedAt, table.id).where(sql`is_public and hidden_at is null`),
    index('collections_public_updated_idx').on(table.updatedAt, table.id).where(sql`is_public and hidden_at is null`),
  ],
);

/** Former slugs of collections, which redirect to the current one. */
export const collectionSlugs = pgTable(
  'collection_slugs',
  {
    slug: text('slug').primaryKey(),
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('collection_slugs_collection_idx').on(table.collectionId, table.createdAt)],
);

/** Data of a deleted collection, kept for a day for undo. */
export type DeletedCollection = {
  slug: string;
  formerSlugs: string[];
  name: string;
  description: string;
  coverContentId: string | null;
  publishedAt: string | null;
  hiddenAt: string | null;
  createdAt: string;
  items: [contentId: string, position: number, addedAt: string][];
  /** Missing in rows of earlier versions. */
  reports?: [reason: string, message: string, createdAt: string][];
};

export const deletedCollections = pgTable(
  'deleted_collections',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId(),
    data: jsonb('data').$type<DeletedCollection>().notNull(),
    deletedAt: instant('deleted_at').notNull().defaultNow(),
  },
  (table) => [
    index('deleted_collections_user_idx').on(table.userId),
    index('deleted_collections_deleted_idx').on(table.deletedAt),
  ],
);

export const collectionItems = pgTable(
  'collection_items',
  {
    collectionId: uuid('collection_id').notNull(),
    contentId: uuid('content_id').notNull(),
    userId: ownerId(),
    addedAt: instant('added_at').notNull().defaultNow(),
    /** Sorted from highest to lowest. A fraction, so that an item fits between two others. */
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

import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

/** Encrypted with a key that is not in the database. */
export const siteCredentials = pgTable(
  'site_credentials',
  {
    userId: ownerId(),
    site: text('site', { enum: ['bilibili'] }).notNull(),
    keyId: text('key_id').notNull(),
    sealed: text('sealed').notNull(),
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.site] })],
);

/** Encrypted with a key that is not in the database. */
export const modelKeys = pgTable('model_keys', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  provider: text('provider').notNull(),
  model: text('model').notNull(),
  keyId: text('key_id').notNull(),
  sealed: text('sealed').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

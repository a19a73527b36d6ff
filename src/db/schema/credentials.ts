import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

/** A session of a user at another site, sealed with a key that is not in the database. */
export const siteCredentials = pgTable(
  'site_credentials',
  {
    userId: ownerId(),
    site: text('site', { enum: ['bilibili'] }).notNull(),
    keyId: text('key_id').notNull(),
    sealed: text('sealed').notNull(),
    /** As the session itself says; null when it does not. */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.site] })],
);

/** A user's own key for a language model, sealed with a key that is not in the database. */
export const modelKeys = pgTable('model_keys', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** An entry of the list of providers that this server offers. */
  provider: text('provider').notNull(),
  model: text('model').notNull(),
  keyId: text('key_id').notNull(),
  sealed: text('sealed').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';
import { instant } from './columns.ts';

export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the code, which is shown once. */
    codeHash: text('code_hash').notNull().unique(),
    /** The only email address that may use it; null: anybody may. */
    email: text('email'),
    note: text('note').notNull().default(''),
    mostUses: integer('most_uses').notNull().default(1),
    uses: integer('uses').notNull().default(0),
    createdBy: text('created_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('invitations_created_by_idx').on(table.createdBy), index('invitations_expires_idx').on(table.expiresAt)],
);

import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { adminActionKinds } from '#lib/admin-action-kinds.ts';
import { user } from './auth.ts';
import { instant } from './columns.ts';

/** What administrators did to accounts. A database trigger clears the reason when the account is deleted. */
export const adminActions = pgTable(
  'admin_actions',
  {
    /** The id from the request, so that a repeated request does nothing. */
    id: uuid('id').primaryKey().defaultRandom(),
    adminId: text('admin_id').references(() => user.id, { onDelete: 'set null' }),
    subjectId: text('subject_id').references(() => user.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: adminActionKinds }).notNull(),
    /** Only numbers and roles, no personal data. */
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    reason: text('reason').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('admin_actions_admin_idx').on(table.adminId),
    index('admin_actions_subject_idx').on(table.subjectId, table.createdAt, table.id),
    index('admin_actions_created_idx').on(table.createdAt, table.id),
  ],
);

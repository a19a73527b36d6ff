import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';
import { instant } from './columns.ts';

/** License keys that an administrator made in one batch. The keys are shown once and never stored. */
export const licenseBatches = pgTable(
  'license_batches',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    createdBy: text('created_by').references(() => user.id, { onDelete: 'set null' }),
    product: text('product').notNull(),
    orderReference: text('order_reference').notNull().default(''),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
    keyCount: integer('key_count').notNull(),
    expiresAt: instant('expires_at'),
    /** Keys that were not used before this time no longer work. */
    revokedAt: instant('revoked_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('license_batches_created_by_idx').on(table.createdBy),
    index('license_batches_created_idx').on(table.createdAt, table.id),
  ],
);

export const issuedLicenses = pgTable(
  'issued_licenses',
  {
    /** `licenses.reference` once the key is used. */
    reference: text('reference').primaryKey(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => licenseBatches.id, { onDelete: 'cascade' }),
  },
  (table) => [index('issued_licenses_batch_idx').on(table.batchId)],
);

import { bigserial, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What requests to the server's own model that are under way may still cost: counted as spent until they end. */
export const modelReservations = pgTable(
  'model_reservations',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** As in `model_uses`. */
    job: text('job').notNull(),
    costUsd: doublePrecision('cost_usd').notNull(),
    /** After this the process that asked is taken to be gone. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('model_reservations_expires_idx').on(table.expiresAt)],
);

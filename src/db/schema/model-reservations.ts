import { bigserial, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The largest possible cost of running requests to the server's own model; counted as spent until they end. */
export const modelReservations = pgTable(
  'model_reservations',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    job: text('job').notNull(),
    costUsd: doublePrecision('cost_usd').notNull(),
    /** After this time, the process that made the request counts as dead. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('model_reservations_expires_idx').on(table.expiresAt)],
);

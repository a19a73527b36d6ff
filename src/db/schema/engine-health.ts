import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** When each engine of this server last worked and last failed, in real work and in tests. */
export const engineHealth = pgTable('engine_health', {
  /** An id from `lib/engines.ts`. */
  engine: text('engine').primaryKey(),
  workedAt: instant('worked_at'),
  failedAt: instant('failed_at'),
  errorCode: text('error_code'),
});

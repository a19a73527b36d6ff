import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** When each engine of this server last did its work, and when it last failed; of real work and of tests. */
export const engineHealth = pgTable('engine_health', {
  /** Of `lib/engines.ts`. */
  engine: text('engine').primaryKey(),
  workedAt: instant('worked_at'),
  failedAt: instant('failed_at'),
  /** Of the latest failure. */
  errorCode: text('error_code'),
});

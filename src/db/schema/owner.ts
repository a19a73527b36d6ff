import { text } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';

/** Whose row it is; it goes with its owner. */
export function ownerId() {
  return text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });
}

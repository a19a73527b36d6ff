import { text } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';

export function ownerId() {
  return text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });
}

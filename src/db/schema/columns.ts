import { timestamp } from 'drizzle-orm/pg-core';

export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date' });
}

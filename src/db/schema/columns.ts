import { timestamp } from 'drizzle-orm/pg-core';

/** A moment in time: stored with its zone, a `Date` in the program. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date' });
}

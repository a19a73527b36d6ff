import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { interfaceLanguages } from '#lib/languages.ts';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

/** A copy of the entry, because entries are cleared and channels unfollowed. Notes are looked up when the digest is read. */
export type DigestItem = {
  id: string;
  channelTitle: string;
  kind: 'video' | 'podcast' | 'feed';
  url: string;
  /** As in `sources.key`. */
  sourceKey: string;
  title: string;
  durationMs: number | null;
  publishedAt: string | null;
};

/** New entries of a user's subscriptions in a past week; empty weeks have a row too. */
export const digests = pgTable(
  'digests',
  {
    userId: ownerId(),
    /** The Monday of the week. */
    week: date('week', { mode: 'string' }).notNull(),
    items: jsonb('items').$type<DigestItem[]>().notNull(),
    leftOut: integer('left_out').notNull(),
    madeAt: instant('made_at').notNull().defaultNow(),
    /** Set before the mail is handed over, so that no second worker sends it. */
    mailBegunAt: instant('mail_begun_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.week] }), index('digests_week_idx').on(table.week)],
);

/** One row for each user who has a digest feed or has turned digest mails on or off. */
export const digestSettings = pgTable('digest_settings', {
  userId: ownerId().primaryKey(),
  /** Secret part of the feed's URL; null: there is no feed. */
  feedToken: text('feed_token').unique(),
  mail: boolean('mail').notNull().default(false),
  language: text('language', { enum: interfaceLanguages }).notNull().default('zh'),
  /** Secret part of the unsubscribe link in the mails. */
  endToken: text('end_token').unique(),
});

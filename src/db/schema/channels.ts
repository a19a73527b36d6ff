import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { noteLanguages } from '#lib/languages.ts';
import { noteDetails } from '#lib/notes/note-details.ts';
import { instant } from './columns.ts';
import { ownerId } from './owner.ts';

/** Shared by all who follow it: it is looked at once for everybody. */
export const channels = pgTable(
  'channels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** What is asked for news: a feed, or the page of a channel whose site has none. A feed that moves takes it along. */
    address: text('address').notNull().unique(),
    byFeed: boolean('by_feed').notNull(),
    /** The feed's first address, which names its episodes for good. */
    named: text('named').notNull(),
    /** For people. */
    url: text('url').notNull(),
    kind: text('kind', { enum: ['video', 'podcast', 'feed'] }).notNull(),
    title: text('title').notNull(),
    etag: text('etag'),
    lastModified: text('last_modified'),
    hash: text('hash'),
    /** `gone`: it said so itself, and is not asked again by itself. */
    state: text('state', { enum: ['new', 'active', 'gone'] })
      .notNull()
      .default('new'),
    /** Failed looks in a row, and why the last one failed. */
    failures: integer('failures').notNull().default(0),
    problem: jsonb('problem').$type<{ code: string; params: Record<string, string | number> }>(),
    checkedAt: instant('checked_at'),
    answeredAt: instant('answered_at'),
    nextCheckAt: instant('next_check_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('channels_due_idx').on(table.nextCheckAt).where(sql`state <> 'gone'`)],
);

export const channelEntries = pgTable(
  'channel_entries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** The entry's own, which stays when its address changes. */
    key: text('key').notNull(),
    url: text('url').notNull(),
    /** As in `sources.key`. */
    sourceKey: text('source_key').notNull(),
    title: text('title').notNull(),
    author: text('author'),
    durationMs: integer('duration_ms'),
    publishedAt: instant('published_at'),
    foundAt: instant('found_at').notNull().defaultNow(),
    /** Published, but not in the future; without a date, when it was found. */
    listedAt: instant('listed_at').notNull(),
    /** It was there before anybody followed. */
    initial: boolean('initial').notNull(),
  },
  (table) => [
    uniqueIndex('channel_entries_key_idx').on(table.channelId, table.key),
    index('channel_entries_listed_idx').on(table.channelId, table.listedAt.desc(), table.id.desc()),
    index('channel_entries_source_idx').on(table.sourceKey),
    index('channel_entries_news_idx').on(table.foundAt).where(sql`not initial`),
  ],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: ownerId(),
    channelId: uuid('channel_id')
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    followedAt: instant('followed_at').notNull().defaultNow(),
    /** Kept for a day, so that unfollowing can be undone. */
    endedAt: instant('ended_at'),
    /** What is published after it is summarised without being asked for; null: nothing is. */
    automaticSince: instant('automatic_since'),
    noteLanguage: text('note_language', { enum: noteLanguages }).notNull().default('zh'),
    detail: text('detail', { enum: noteDetails }).notNull().default('standard'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.channelId] }),
    index('subscriptions_channel_idx').on(table.channelId),
    index('subscriptions_automatic_idx').on(table.channelId, table.automaticSince).where(sql`automatic_since is not null`),
    index('subscriptions_ended_idx').on(table.endedAt).where(sql`ended_at is not null`),
  ],
);

/** One row for each user who set something. */
export const channelSettings = pgTable('channel_settings', {
  userId: ownerId().primaryKey(),
  /** For automatic summaries. */
  monthlyMinutes: integer('monthly_minutes').notNull(),
});

/** What was summarised without being asked for, or why it was not. Stays when the content is deleted: its time was used. */
export const automaticSummaries = pgTable(
  'automatic_summaries',
  {
    userId: ownerId(),
    /** As in `sources.key`. */
    sourceKey: text('source_key').notNull(),
    /** As announced, else as assumed; what the content turns out to have goes before it. */
    seconds: integer('seconds').notNull(),
    problem: jsonb('problem').$type<{ code: string; params: Record<string, string | number> }>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.sourceKey] }),
    index('automatic_summaries_month_idx').on(table.userId, table.createdAt),
  ],
);

/** What many like now, worked out in the background. Whether it may be shown is asked anew each time. */
export const exploreScores = pgTable(
  'explore_scores',
  {
    section: text('section', { enum: ['content', 'entry', 'channel'] }).notNull(),
    /** Of a content, an entry or a channel. */
    subjectId: uuid('subject_id').notNull(),
    score: doublePrecision('score').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.section, table.subjectId] }),
    index('explore_scores_idx').on(table.section, table.score),
  ],
);

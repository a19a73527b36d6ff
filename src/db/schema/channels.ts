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

/** Shared by all its followers, so that a channel is checked once for everybody. */
export const channels = pgTable(
  'channels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The URL to check: a feed, or the channel's page if its site has no feed. Changes when the feed moves. */
    address: text('address').notNull().unique(),
    byFeed: boolean('by_feed').notNull(),
    /** The feed's first URL, which stays part of the keys of its episodes. */
    named: text('named').notNull(),
    url: text('url').notNull(),
    kind: text('kind', { enum: ['video', 'podcast', 'feed'] }).notNull(),
    title: text('title').notNull(),
    etag: text('etag'),
    lastModified: text('last_modified'),
    hash: text('hash'),
    /** `gone`: the server answered 410, so the channel is no longer checked automatically. */
    state: text('state', { enum: ['new', 'active', 'gone'] })
      .notNull()
      .default('new'),
    /** Number of failed checks in a row, and the error of the last one. */
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
    /** The feed's own id of the entry, which stays the same when its URL changes. */
    key: text('key').notNull(),
    url: text('url').notNull(),
    /** As in `sources.key`. */
    sourceKey: text('source_key').notNull(),
    title: text('title').notNull(),
    author: text('author'),
    durationMs: integer('duration_ms'),
    publishedAt: instant('published_at'),
    foundAt: instant('found_at').notNull().defaultNow(),
    /** The time of publication, or when the entry was found if that is unknown or in the future. */
    listedAt: instant('listed_at').notNull(),
    /** Whether the entry existed before anybody followed the channel. */
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
    /** When the user unfollowed. The row is kept for a day for undo. */
    endedAt: instant('ended_at'),
    /** Entries published after this time are summarised automatically; null: none are. */
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

/** One row for each user who changed a setting. */
export const channelSettings = pgTable('channel_settings', {
  userId: ownerId().primaryKey(),
  monthlyMinutes: integer('monthly_minutes').notNull(),
});

/** Automatic summaries, or why one was not made. Rows stay when the content is deleted, because its time was used. */
export const automaticSummaries = pgTable(
  'automatic_summaries',
  {
    userId: ownerId(),
    /** As in `sources.key`. */
    sourceKey: text('source_key').notNull(),
    /** The announced or assumed length. The content's real length, once known, counts instead. */
    seconds: integer('seconds').notNull(),
    problem: jsonb('problem').$type<{ code: string; params: Record<string, string | number> }>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.sourceKey] }),
    index('automatic_summaries_month_idx').on(table.userId, table.createdAt),
  ],
);

/** Current popularity, computed in the background. Whether an item may be shown is checked on each request. */
export const exploreScores = pgTable(
  'explore_scores',
  {
    section: text('section', { enum: ['content', 'entry', 'channel'] }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    score: doublePrecision('score').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.section, table.subjectId] }),
    index('explore_scores_idx').on(table.section, table.score),
  ],
);

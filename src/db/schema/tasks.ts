/** Durable work of every kind: one row for each piece of it, and what it tells those who watch. */
import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { user } from './auth.ts';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';

export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    /** What the work is about, as its kind writes it. One task of a kind and key is in flight at a time. */
    key: text('key').notNull(),
    /** Null for work that belongs to everyone who waits for it. */
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    /** The content of this user that it is about, with which it goes. */
    contentId: uuid('content_id'),
    payload: jsonb('payload').notNull(),
    state: text('state', { enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] })
      .notNull()
      .default('queued'),
    /** Fencing token: raised by each claim; writes under an older one find no row. */
    lease: integer('lease').notNull().default(0),
    /** The claim under which it is worked on; null between attempts. */
    holder: uuid('holder'),
    /** Attempts that failed and count. */
    attempts: integer('attempts').notNull().default(0),
    /** Workers that were gone before they had given it back. */
    lost: integer('lost').notNull().default(0),
    priority: integer('priority').notNull().default(0),
    startAfter: instant('start_after'),
    /** The latest stage event, for lists and first paint. */
    progress: jsonb('progress'),
    /** Finished steps by name, for the next attempt. */
    checkpoints: jsonb('checkpoints').notNull().default({}),
    /** What it took, as its meter says. */
    usage: jsonb('usage'),
    errorCode: text('error_code'),
    errorParams: jsonb('error_params').$type<Record<string, string | number>>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('tasks_in_flight_idx').on(table.kind, table.key).where(sql`state in ('queued', 'running')`),
    index('tasks_key_idx').on(table.kind, table.key, table.createdAt),
    ownContent('tasks_content_fk', table),
    index('tasks_user_idx').on(table.userId, table.contentId).where(sql`user_id is not null`),
    index('tasks_finished_idx').on(table.finishedAt).where(sql`finished_at is not null`),
  ],
);

/** Written out, not as parameters: the partial index is chosen by these words. */
export const taskInFlight = sql`${tasks.state} in ('queued', 'running')`;

export const taskEvents = pgTable(
  'task_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** `TaskEvent` of `lib/task-event.ts`. */
    event: jsonb('event').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('task_events_task_idx').on(table.taskId, table.id),
    index('task_events_partial_idx').on(table.createdAt).where(sql`event ->> 'type' = 'partial'`),
  ],
);

import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TaskStage } from '#lib/task-event.ts';
import { user } from './auth.ts';
import { instant } from './columns.ts';
import { ownContent } from './content.ts';

export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').notNull(),
    /** At most one task of a kind and key is in flight. */
    key: text('key').notNull(),
    /** Null for work shared by users. */
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    contentId: uuid('content_id'),
    payload: jsonb('payload').notNull(),
    state: text('state', { enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] })
      .notNull()
      .default('queued'),
    /** Fencing token, increased by each claim; writes with an older one match no row. */
    lease: integer('lease').notNull().default(0),
    /** Id of the current claim; null between attempts. */
    holder: uuid('holder'),
    attempts: integer('attempts').notNull().default(0),
    /** Number of workers that died while they held the task. */
    lost: integer('lost').notNull().default(0),
    priority: integer('priority').notNull().default(0),
    startAfter: instant('start_after'),
    progress: jsonb('progress').$type<TaskStage>(),
    checkpoints: jsonb('checkpoints').notNull().default({}),
    usage: jsonb('usage'),
    errorCode: text('error_code'),
    errorParams: jsonb('error_params').$type<Record<string, string | number>>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** When a later task of the same kind and key began. */
    replacedAt: instant('replaced_at'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('tasks_in_flight_idx').on(table.kind, table.key).where(sql`state in ('queued', 'running')`),
    index('tasks_key_idx').on(table.kind, table.key, table.createdAt),
    ownContent('tasks_content_fk', table),
    index('tasks_user_idx').on(table.userId, table.contentId).where(sql`user_id is not null`),
    index('tasks_user_in_flight_idx').on(table.userId, table.contentId).where(sql`state in ('queued', 'running')`),
    index('tasks_failed_idx').on(table.createdAt, table.id).where(sql`state = 'failed' and replaced_at is null`),
    index('tasks_replaced_idx').on(table.replacedAt).where(sql`replaced_at is not null`),
  ],
);

/** Literals instead of parameters, so that PostgreSQL recognises the condition of the partial index. */
export const taskInFlight = sql`${tasks.state} in ('queued', 'running')`;

/** The model key that a browser sent with a task, encrypted with a key outside the database. Deleted when the task ends. */
export const taskKeys = pgTable('task_keys', {
  taskId: uuid('task_id')
    .primaryKey()
    .references(() => tasks.id, { onDelete: 'cascade' }),
  provider: text('provider').notNull(),
  model: text('model').notNull(),
  keyId: text('key_id').notNull(),
  sealed: text('sealed').notNull(),
});

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

/** Kinds of work for tests of the tasks themselves, in this process and in others on the same database. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createDatabase, type DatabaseClient, type DatabaseConnection } from '#db/client.ts';
import { openListener } from '#db/listener.ts';
import { createEventBus, type EventBus } from '#infra/events/event-bus.ts';
import { openJobQueue, type RunningQueue } from '#infra/jobs/queue.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import { createTasks, type Tasks } from '#infra/tasks/create-tasks.ts';
import type { TaskMeter } from '#infra/tasks/meter.ts';
import { defineTask, isTask, type TaskContext, type TaskSettler } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';

/** What the handlers of a process do. */
export type Script = {
  db: DatabaseClient['db'];
  run: (payload: Payload, context: TaskContext) => Promise<void>;
  settle?: TaskSettler<Payload, Script>['settle'];
};

const zPayload = z.strictObject({ name: z.string() });
export type Payload = z.infer<typeof zPayload>;

export const workTask = defineTask({
  kind: 'test-work',
  payload: zPayload,
  price: 'question',
  retries: 1,
  retryDelaySeconds: 1,
  timeLimitSeconds: 60,
  concurrency: 3,
  handler: async () => ({ run: (script: Script, payload: Payload, context: TaskContext) => script.run(payload, context) }),
  settler: async (): Promise<TaskSettler<Payload, Script>> => ({
    async settle(script, tx, payload, task) {
      await tx.execute(sql`insert into settled (task_id, state) values (${task.id}, ${task.ending.state})`);
      await script.settle?.(script, tx, payload, task);
    },
  }),
});

export const otherTask = defineTask({
  kind: 'test-other',
  payload: zPayload,
  price: 'free',
  retries: 0,
  timeLimitSeconds: 60,
  handler: async () => ({ run: (script: Script, payload: Payload, context: TaskContext) => script.run(payload, context) }),
});

/** Writes down what it is asked, in the transaction in which it is asked. Refuses the user `broke`. */
const meter: TaskMeter = {
  estimate: async ({ userId }) => ({ refusal: userId === 'broke' ? { code: 'too_many_answers' } : null }),
  async reserve(tx, { id, userId }) {
    if (userId === 'broke') throw new AppError('too_many_answers', { params: { most: 1 } });
    await tx.execute(sql`insert into metered (task_id, call) values (${id}, 'reserve')`);
  },
  async join(tx, { request }) {
    if (request?.userId === 'broke') throw new AppError('too_many_submissions');
    await tx.execute(sql`insert into metered (task_id, call) values (gen_random_uuid(), 'join')`);
  },
  async commit(tx, { id, userId }, { completed, working }) {
    await tx.execute(sql`insert into metered (task_id, call) values (${id}, 'commit')`);
    return { calls: 1, userId, completed, ...(working ? { working } : {}) };
  },
  async release(tx, { id }) {
    await tx.execute(sql`insert into metered (task_id, call) values (${id}, 'release')`);
  },
  finish: async (_tx, { userId }) => ({ calls: 1, userId, completed: false }),
  async leave(tx, { id }) {
    await tx.execute(sql`insert into metered (task_id, call) values (${id}, 'leave')`);
    return null;
  },
};

/** The tables that the kinds and the meter write, and two users. */
export async function prepareTaskTests({ query }: DatabaseClient): Promise<void> {
  await query('create table metered (task_id uuid not null, call text not null)');
  await query('create table settled (task_id uuid not null, state text not null)');
  await query('create table results (task_id uuid primary key, text text not null)');
  for (const id of ['ada', 'bob', 'broke'])
    await query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
}

export type TaskProcess = {
  client: DatabaseClient;
  events: EventBus;
  queue: RunningQueue;
  tasks: Tasks;
  stop(graceMs?: number): Promise<void>;
};

/** What one process of the server has of tasks. `besides`: kinds that the tested code defines, of which none is run. */
export async function startTaskProcess(
  connection: DatabaseConnection,
  { run, settle, works = true, besides = [] }: Pick<Script, 'run' | 'settle'> & { works?: boolean; besides?: readonly unknown[] },
): Promise<TaskProcess> {
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  const client = createDatabase(connection, { max: 6, applicationName: 'gleaner' });
  const listener = await openListener(connection, { applicationName: 'gleaner-listener' });
  const events = await createEventBus(listener);
  const queue = await openJobQueue({ connection, logger, work: works ? { concurrency: 2, listener } : null });
  const script: Script = { db: client.db, run, ...(settle ? { settle } : {}) };
  const kinds = [workTask, otherTask, ...besides].filter(isTask<Script>);
  const secrets = createSecretBox([new Uint8Array(32)]);
  const tasks = createTasks({ db: client.db, jobs: queue, events, logger, meter, kinds, secrets, services: () => script });
  await queue.serve(tasks.jobs());
  return {
    client,
    events,
    queue,
    tasks,
    async stop(graceMs = 0) {
      await queue.stop(graceMs);
      events.close();
      await listener.close();
      await client.close();
    },
  };
}

/** Begins a task as a feature does. */
export function startWork(
  { client, tasks }: TaskProcess,
  { name, userId = 'ada', key = randomUUID() }: { name: string; userId?: string | null; key?: string },
) {
  return client.db.transaction((tx) => tasks.start(tx, workTask, { key, userId, payload: { name } }));
}

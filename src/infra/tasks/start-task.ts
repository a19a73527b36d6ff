/** Starts a task in the caller's transaction, one at a time for each key. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { taskInFlight, tasks } from '#db/schema/tasks.ts';
import type { OwnKey } from '#lib/own-key.ts';
import type { TaskState } from '#lib/task-event.ts';
import { storable } from '#lib/text/storable-text.ts';
import type { TaskNeeds } from './end-task.ts';
import type { TaskRequest } from './meter.ts';
import { jobOf, type TaskDefinition } from './task.ts';
import { keepTaskKey } from './task-key.ts';

export type StartableTask<Payload> = Pick<TaskDefinition<Payload, never>, 'kind' | 'payload' | 'price'>;

export type NewTask<Payload> = {
  id?: string;
  key: string;
  userId: string | null;
  contentId?: string;
  payload: Payload;
  priority?: number;
  startAfter?: Date;
  /** Stored encrypted until the task ends. */
  ownKey?: OwnKey | null;
  /** For a task without a user (`userId` null): who asked for it, to count limits. */
  request?: TaskRequest;
};

export async function startTask<Services, Payload>(
  { meter, jobs, events, secrets }: TaskNeeds<Services>,
  tx: Tx,
  definition: StartableTask<Payload>,
  { id = randomUUID(), key, userId, contentId, payload, priority, startAfter, ownKey, request }: NewTask<Payload>,
): Promise<{ id: string; state: TaskState; started: boolean }> {
  const { kind, price } = definition;
  await lockKey(tx, definition, key);
  const [inFlight] = await tx
    .select({ id: tasks.id, state: tasks.state })
    .from(tasks)
    .where(and(eq(tasks.kind, kind), eq(tasks.key, key), taskInFlight));
  if (inFlight) return { ...inFlight, started: false };
  if (price !== 'free') await meter.reserve(tx, { id, kind, price, userId, ownKey, request });
  const earlier = and(eq(tasks.kind, kind), eq(tasks.key, key), isNull(tasks.replacedAt));
  await tx.update(tasks).set({ replacedAt: new Date() }).where(earlier);
  await tx.insert(tasks).values({
    id,
    kind,
    key,
    userId,
    contentId: contentId ?? null,
    payload: storable(definition.payload.parse(payload)),
    priority,
    startAfter: startAfter ?? null,
    createdAt: new Date(),
  });
  if (ownKey) await keepTaskKey({ secrets }, tx, id, ownKey);
  await jobs.enqueue(
    tx,
    jobOf(definition),
    { taskId: id },
    { singletonKey: id, priority, ...(startAfter === undefined ? {} : { startAfter }) },
  );
  if (userId !== null) await events.publish(tx, { type: 'user_work', userId });
  return { id, state: 'queued', started: true };
}

/** Serialises starts with the same key, because two concurrent ones would both be counted. */
export async function lockKey(tx: Tx, { kind }: { kind: string }, key: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`task:${kind}:${key}`}, 0))`);
}

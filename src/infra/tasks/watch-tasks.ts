/** Streams the events of tasks: missed ones first, then new ones, without gaps or repeats. */
import { and, asc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { taskEvents, tasks } from '#db/schema/tasks.ts';
import type { EventBus } from '#infra/events/event-bus.ts';
import { errorCodes } from '#lib/app-error.ts';
import { type TaskEvent, zTaskEvent } from '#lib/task-event.ts';
import { isEnd, isInFlight } from '#lib/task-view.ts';
import type { TaskRow } from './task.ts';
import { createWaker } from './waker.ts';

/** Polling interval, so that a lost notification only delays an event. */
const lookAgainMs = 15_000;
const eventsAtOnce = 500;

export type WatchRequest<About> = {
  /** Task ids with the caller's data. A task that is missing later and has not ended counts as cancelled. */
  find: () => Promise<ReadonlyMap<string, About>>;
  /** Calls `find` again when this user's work changes. */
  userId?: string;
  lastEventId: number;
  drafts: boolean;
  /** Whether to end with the first task that ends, or if there is none; otherwise ends with `signal`. */
  once: boolean;
  signal: AbortSignal;
};

export type WatchedEvent<About> = { id: number; taskId: string; about: About; event: TaskEvent };

/** `after`: id of the last delivered event. `over`: how the task ended, if no event tells. */
type Watched<About> = { about: About; after: number; over: TaskEvent | null };

export async function* watchTasks<About>(
  { db, events }: { db: Db; events: EventBus },
  request: WatchRequest<About>,
): AsyncGenerator<WatchedEvent<About>> {
  const waker = createWaker(request.signal);
  const watched = new Map<string, Watched<About>>();
  let stale = true;
  const unsubscribe = events.subscribe((signal) => {
    if (signal === null || (signal.type === 'user_work' && signal.userId === request.userId)) {
      stale = true;
      waker.wake();
    } else if (signal.type === 'task' && watched.has(signal.taskId)) waker.wake();
  });
  let last = request.lastEventId;
  try {
    while (!request.signal.aborted) {
      if (stale) {
        stale = false;
        await refresh(db, request, watched);
        if (request.once && watched.size === 0) return;
      }
      const found = await eventsAfter(db, watched, request.drafts);
      for (const { id, taskId, event } of found) {
        const task = watched.get(taskId);
        if (!task) continue;
        task.after = id;
        last = Math.max(last, id);
        if (isEnd(event)) watched.delete(taskId);
        yield { id: last, taskId, about: task.about, event };
        if (isEnd(event) && request.once) return;
      }
      if (found.length > 0) continue;
      for (const [taskId, { about, over }] of watched) {
        if (!over) continue;
        watched.delete(taskId);
        yield { id: last, taskId, about, event: over };
        if (request.once) return;
      }
      if (await waker.wait(lookAgainMs)) stale = true;
    }
  } finally {
    unsubscribe();
    waker.close();
  }
}

/** Finds new tasks, and ended ones whose last event may have been read already or was never stored. */
async function refresh<About>(db: Db, request: WatchRequest<About>, watched: Map<string, Watched<About>>): Promise<void> {
  const current = await request.find();
  for (const [taskId, about] of current)
    if (!watched.has(taskId)) watched.set(taskId, { about, after: request.lastEventId, over: null });
  if (watched.size === 0) return;
  const rows = await db
    .select()
    .from(tasks)
    .where(inArray(tasks.id, [...watched.keys()]));
  for (const [taskId, task] of watched) {
    const row = rows.find(({ id }) => id === taskId);
    if (row && !isInFlight(row.state)) task.over = endOf(row);
    else if (!row || !current.has(taskId)) task.over = { type: 'cancelled', elapsedMs: 0 };
    else task.over = null;
  }
}

function endOf(row: TaskRow): TaskEvent {
  const elapsedMs = row.startedAt && row.finishedAt ? Math.max(0, row.finishedAt.getTime() - row.startedAt.getTime()) : 0;
  if (row.state === 'completed' || row.state === 'cancelled') return { type: row.state, elapsedMs };
  const code = errorCodes.find((known) => known === row.errorCode) ?? 'internal';
  const event = zTaskEvent.safeParse({ type: 'failed', code, params: row.errorParams ?? {}, elapsedMs });
  return event.data ?? { type: 'failed', code, elapsedMs };
}

/** Uses a cursor per task, because events of different tasks may become visible out of order. */
async function eventsAfter<About>(db: Db, watched: ReadonlyMap<string, Watched<About>>, drafts: boolean) {
  if (watched.size === 0) return [];
  const rows = await db
    .select()
    .from(taskEvents)
    .where(
      and(
        or(...[...watched].map(([taskId, { after }]) => and(eq(taskEvents.taskId, taskId), gt(taskEvents.id, after)))),
        drafts ? undefined : ne(sql`${taskEvents.event} ->> 'type'`, 'partial'),
      ),
    )
    .orderBy(asc(taskEvents.id))
    .limit(eventsAtOnce);
  return rows.flatMap((row) => {
    const event = zTaskEvent.safeParse(row.event);
    return event.success ? [{ id: row.id, taskId: row.taskId, event: event.data }] : [];
  });
}

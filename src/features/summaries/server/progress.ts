/** The stream of stored events: what was missed first, then what comes, without a gap or a repeat between them. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { contents, runEvents, runs } from '#db/schema/content.ts';
import type { ProgressEvent } from '#engine/domain.ts';
import { toProblem } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { ContentEvent } from '../contract.ts';

/** Looks again after this long without a signal: a lost notification delays an event, and never hides it. */
const LOOK_AGAIN_MS = 15_000;

export type ProgressRequest = { userId: string; contentId: string | undefined; lastEventId: number; signal: AbortSignal };

/** Ends when the signal fires; for a single content also after the event that ended its run. */
export async function* watchProgress(
  services: Services,
  request: ProgressRequest,
): AsyncGenerator<{ id: number; data: ContentEvent }> {
  const waker = createWaker(request.signal);
  const watched = new Map<string, Watched>();
  let stale = true;
  const unsubscribe = services.events.subscribe((signal) => {
    if (signal === null || (signal.type === 'user_work' && signal.userId === request.userId)) {
      stale = true;
      waker.wake();
    } else if (signal.type === 'run_event' && watched.has(signal.runId)) waker.wake();
  });
  let last = request.lastEventId;
  try {
    while (!request.signal.aborted) {
      if (stale) {
        stale = false;
        for (const contentId of await refresh(services, request, watched)) {
          yield { id: last, data: { contentId, event: { type: 'cancelled', elapsedMs: 0 } } };
          if (request.contentId !== undefined) return;
        }
        // Asked for when its run was over already: the end is all there is to tell.
        const end = watched.size === 0 ? await endOf(services, request) : null;
        if (end) {
          yield { id: last, data: end };
          return;
        }
      }
      const events = await eventsAfter(services, watched, request.contentId !== undefined);
      for (const { id, runId, event } of events) {
        const run = watched.get(runId);
        if (!run) continue;
        run.after = id;
        last = Math.max(last, id);
        yield { id: last, data: { contentId: run.contentId, event } };
        if (isEnd(event)) {
          watched.delete(runId);
          if (request.contentId !== undefined) return;
        }
      }
      if (events.length === 0 && !stale) {
        await waker.wait(LOOK_AGAIN_MS);
        stale ||= waker.timedOut();
      }
    }
  } finally {
    unsubscribe();
  }
}

/** A run somebody watches: whose content it is for, and the last of its events that was delivered. */
type Watched = { contentId: string; after: number };

/** Adds the runs the user's contents wait for now. Gives the contents that let go of a run which goes on for others. */
async function refresh(services: Services, request: ProgressRequest, watched: Map<string, Watched>): Promise<string[]> {
  const current = await runsWaitedFor(services, request);
  for (const [runId, contentId] of current)
    if (!watched.has(runId)) watched.set(runId, { contentId, after: request.lastEventId });
  const missing = [...watched.keys()].filter((runId) => !current.has(runId));
  if (missing.length === 0) return [];
  const ended = await services.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(inArray(runs.id, missing), inArray(runs.state, ['completed', 'failed', 'cancelled'])));
  // An ended run has an event of its own for that. One that goes on for others, or is gone with its source, has not.
  return missing
    .filter((runId) => !ended.some(({ id }) => id === runId))
    .flatMap((id) => {
      const run = watched.get(id);
      watched.delete(id);
      return run ? [run.contentId] : [];
    });
}

function isEnd(event: ProgressEvent): boolean {
  return event.type === 'completed' || event.type === 'failed' || event.type === 'cancelled';
}

async function runsWaitedFor(services: Services, request: ProgressRequest): Promise<Map<string, string>> {
  const rows = await services.db
    .select({ contentId: contents.id, runId: contents.activeRunId })
    .from(contents)
    .where(
      and(
        eq(contents.userId, request.userId),
        isNotNull(contents.activeRunId),
        request.contentId === undefined ? undefined : eq(contents.id, request.contentId),
      ),
    );
  return new Map(rows.flatMap(({ contentId, runId }): [string, string][] => (runId ? [[runId, contentId]] : [])));
}

/** How a single content that waits for no run ended; null for the stream of all work. */
async function endOf(services: Services, request: ProgressRequest): Promise<ContentEvent | null> {
  if (request.contentId === undefined) return null;
  const [content] = await services.db
    .select({
      id: contents.id,
      status: contents.status,
      problemCode: contents.problemCode,
      problemParams: contents.problemParams,
    })
    .from(contents)
    .where(and(eq(contents.userId, request.userId), eq(contents.id, request.contentId), isNull(contents.activeRunId)));
  if (!content) return null;
  const problem = toProblem(content);
  if (problem) return { contentId: content.id, event: { type: 'failed', ...problem, elapsedMs: 0 } };
  return { contentId: content.id, event: { type: content.status === 'cancelled' ? 'cancelled' : 'completed', elapsedMs: 0 } };
}

/** Each run has its own cursor: numbers of different runs may become visible out of order. */
async function eventsAfter(services: Services, watched: ReadonlyMap<string, Watched>, withPartials: boolean) {
  if (watched.size === 0) return [];
  const rows = await services.db
    .select()
    .from(runEvents)
    .where(
      and(
        or(...[...watched].map(([runId, { after }]) => and(eq(runEvents.runId, runId), gt(runEvents.id, after)))),
        withPartials ? undefined : ne(sql`${runEvents.event} ->> 'type'`, 'partial'),
      ),
    )
    .orderBy(asc(runEvents.id))
    .limit(500);
  return rows.map(({ id, runId, event }) => ({ id, runId, event }));
}

/** A wake-up that is not lost when it comes before the wait. */
function createWaker(signal: AbortSignal) {
  let pending = false;
  let expired = false;
  let resume: (() => void) | undefined;
  const wake = () => {
    pending = true;
    resume?.();
  };
  signal.addEventListener('abort', wake, { once: true });
  return {
    wake,
    timedOut: () => expired,
    async wait(ms: number): Promise<void> {
      expired = false;
      if (!pending && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(() => {
            expired = true;
            resolve();
          }, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      resume = undefined;
      pending = false;
    },
  };
}

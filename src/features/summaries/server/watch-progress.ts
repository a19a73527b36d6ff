/** Events of the runs that a user's contents wait for: stored events first, then new ones. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';
import { toProblem } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEvent } from '#lib/task-event.ts';
import { isEnd } from '#lib/task-view.ts';
import type { ContentEvent } from '../contract.ts';

export type ProgressRequest = { userId: string; contentId: string | undefined; lastEventId: number; signal: AbortSignal };

/** Ends when the signal fires; for a single content also after the event that ended its run. */
export async function* watchProgress(
  services: Services,
  request: ProgressRequest,
): AsyncGenerator<{ id: number; data: ContentEvent }> {
  const { userId, contentId, lastEventId, signal } = request;
  const isSingle = contentId !== undefined;
  const watching = { userId, lastEventId, drafts: isSingle, once: isSingle, signal };
  for await (const { id, taskId, about, event } of services.tasks.watch({
    ...watching,
    find: () => runsWaitedFor(services, request),
  })) {
    yield { id, data: { contentId: about, taskId, event } };
    if (isSingle && isEnd(event)) return;
  }
  if (!isSingle || signal.aborted) return;
  // The run had already ended: its end is all there is to tell.
  const event = await endOf(services, userId, contentId);
  if (event) yield { id: lastEventId, data: { contentId, taskId: null, event } };
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

/** How a content's run ended, when the content waits for none; null when it waits for one again. */
async function endOf(services: Services, userId: string, contentId: string): Promise<TaskEvent | null> {
  const [content] = await services.db
    .select({
      status: contents.status,
      problemCode: contents.problemCode,
      problemParams: contents.problemParams,
    })
    .from(contents)
    .where(and(eq(contents.userId, userId), eq(contents.id, contentId), isNull(contents.activeRunId)));
  if (!content) return null;
  const problem = toProblem(content);
  if (problem) return { type: 'failed', ...problem, elapsedMs: 0 };
  return { type: content.status === 'cancelled' ? 'cancelled' : 'completed', elapsedMs: 0 };
}

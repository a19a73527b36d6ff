/** Pauses after each content. Thousands take longer than a task may run, so the task is postponed briefly every minute. */
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { hasCode, toAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';
import type { DeleteTask } from '../../tasks.ts';
import { deleteContent } from '../delete-content.ts';
import { requireOwnedContent } from '../owned.ts';
import { type DeleteOutcome, outcomeOf } from './outcome.ts';

const pauseMs = 200;
const turnMs = 60_000;
/** Of those that failed. The outcome is stored anew after each content; the interface names the first three. */
const mostNamed = 20;

export async function run(services: Services, { userId, contentIds }: DeleteTask, context: TaskContext): Promise<void> {
  const until = Date.now() + turnMs;
  let outcome = outcomeOf(context.checkpoints);
  for (const [at, contentId] of contentIds.entries()) {
    if (at < outcome.done) continue;
    context.signal.throwIfAborted();
    outcome = await deleteOne(services, { userId, contentId }, outcome);
    await context.checkpoint('outcome', outcome);
    const { done, deleted } = outcome;
    const counts = { total: contentIds.length, done, deleted, failed: done - deleted };
    context.stage('deleting', (100 * done) / contentIds.length, 'deleting', counts);
    if (done === contentIds.length) return;
    if (Date.now() > until) return context.putOff(pauseMs);
    await sleep(pauseMs, context.signal);
  }
}

async function deleteOne(
  services: Services,
  { userId, contentId }: { userId: string; contentId: string },
  { done, deleted, failed }: DeleteOutcome,
): Promise<DeleteOutcome> {
  let title = '';
  try {
    const content = await requireOwnedContent(services.db, userId, contentId);
    title = content.title;
    await deleteContent(services, content);
    return { done: done + 1, deleted: deleted + 1, failed };
  } catch (error) {
    // Deleted elsewhere, or by an attempt that was killed before it was recorded.
    if (hasCode(error, 'not_found')) return { done: done + 1, deleted: deleted + 1, failed };
    if (toAppError(error).code === 'database_unavailable') throw error;
    services.logger.error({ err: error, contentId }, 'a content was not deleted');
    return { done: done + 1, deleted, failed: [...failed, { contentId, title }].slice(0, mostNamed) };
  }
}

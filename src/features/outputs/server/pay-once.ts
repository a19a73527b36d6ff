/**
 * The services for pictures and music have neither jobs to query nor idempotency keys: a repeated request is paid again.
 * So a request is recorded before it is sent, and its answer is stored before anything else.
 */
import type { z } from 'zod';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError, hasCode } from '#lib/app-error.ts';

const asked = 'asked';
const kept = 'kept';

/**
 * Asks once across all attempts of a task, and again only if the service refused. `keep` stores the answer and returns what the
 * next attempt needs; later attempts get that without asking. Errors: those of `ask`, `output_unconfirmed` if an earlier request
 * may have been answered.
 */
export async function payOnce<Answer, Kept>(
  context: TaskContext,
  shape: z.ZodType<Kept>,
  { ask, keep }: { ask: () => Promise<Answer>; keep: (answer: Answer) => Promise<Kept> },
): Promise<Kept> {
  const earlier = shape.safeParse(context.checkpoints.get(kept));
  if (earlier.success) return earlier.data;
  if (context.checkpoints.get(asked) === true) throw new AppError('output_unconfirmed', { detail: 'the worker was stopped' });
  await context.checkpoint(asked, true);
  const answer = await ask().catch(async (error: unknown) => {
    if (!hasCode(error, 'output_unconfirmed', 'cancelled')) await context.checkpoint(asked, false);
    throw error;
  });
  const stored = await keep(answer);
  await context.checkpoint(kept, stored);
  return stored;
}

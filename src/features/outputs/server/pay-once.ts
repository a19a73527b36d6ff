/**
 * The services that make pictures and music have no jobs that could be asked after, and take no key that names a request: sent twice, it
 * is paid twice. So it is written down before it leaves, and what came is kept before anything else is done with it.
 */
import type { z } from 'zod';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError, hasCode } from '#lib/app-error.ts';

const asked = 'asked';
const kept = 'kept';

/**
 * Asks once in all attempts of a task, and again only after the service said no. `keep` stores the answer and gives what the next
 * attempt needs of it, which is given then without asking. Errors: those of `ask`, `output_unconfirmed` where an earlier request
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

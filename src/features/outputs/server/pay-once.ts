/**
 * The services for pictures and music have neither jobs to query nor idempotency keys: a repeated request is paid again.
 * So a request is recorded before it is sent, and its answer is stored before anything else.
 */
import type { z } from 'zod';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';

const asked = 'asked';
const kept = 'kept';
/** Between tries to keep what came, which the next attempt could not get again. */
const pausesMs = [250, 500, 1000, 2000, 4000, 8000, 15_000];

/**
 * Asks once in all attempts of a task, and again only after the service said no. `keep` stores the answer and gives what the next
 * attempt needs of it, which is given then without asking; it is called again where the database or the disk failed. Errors: those
 * of `ask` and `keep`, `output_unconfirmed` where an earlier request may have been answered.
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
  return untilItWorks(context.signal, async () => {
    const stored = await keep(answer);
    await context.checkpoint(kept, stored);
    return stored;
  });
}

async function untilItWorks<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(toAppError(error), 'database_unavailable', 'storage_failed', 'internal')) throw error;
      await sleep(pauseMs, signal);
    }
  }
  return work();
}

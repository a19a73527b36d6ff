import { AppError, hasCode } from '#lib/app-error.ts';

/**
 * Does `work` for at most so long, however slow the provider is. Errors: those of `work`, and `llm_timed_out` where it ends
 * early without the caller having asked for that.
 */
export async function withinTime<Result>(
  signal: AbortSignal,
  longestMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = AbortSignal.timeout(longestMs);
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    // The limit is thrown as a bare TimeoutError, which has no code.
    if (!signal.aborted && (limit.aborted || hasCode(error, 'timed_out', 'cancelled')))
      throw new AppError('llm_timed_out', { detail: 'the answer took too long', cause: error });
    throw error;
  }
}

import { type ErrorCode, toAppError } from '#lib/app-error.ts';
import type { Transcript } from '../../domain.ts';

/** Why nobody listened, or nothing was heard. */
export const speechFaults: readonly ErrorCode[] = [
  'speech_not_configured',
  'speech_model_missing',
  'speech_model_broken',
  'speech_model_unreachable',
  'speech_unauthorized',
  'speech_quota',
  'speech_rate_limited',
  'speech_unavailable',
  'speech_failed',
  'speech_no_words',
  'media_no_audio',
];

/** Failures that say something about the recording or the set-up, not about the record: that is kept, and says why. */
const kept: readonly ErrorCode[] = [
  ...speechFaults,
  'media_unreadable',
  'media_refused',
  'timed_out',
  'fetch_failed',
  'fetch_status',
  'fetch_timed_out',
  'fetch_too_large',
  'url_blocked',
];

export type Spoken = { transcript: Transcript; problem: null } | { transcript: null; problem: ErrorCode };

/**
 * The words that `work` hears, or why there are none: title, cover and player are there all the same. A pause that a
 * provider asks for is passed on as it is, so that the job comes back then; cancelling and our own failures too.
 */
export async function spokenOrProblem(work: () => Promise<Transcript>): Promise<Spoken> {
  try {
    return { transcript: await work(), problem: null };
  } catch (error) {
    const known = toAppError(error);
    if (!kept.includes(known.code) || known.retry?.afterMs !== undefined) throw error;
    return { transcript: null, problem: known.code };
  }
}

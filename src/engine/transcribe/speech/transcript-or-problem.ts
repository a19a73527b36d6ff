import { type ErrorCode, toAppError } from '#lib/app-error.ts';
import type { Transcript } from '../../domain.ts';

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

/** A problem is returned, so that the record is kept. Requested pauses, cancelling and our own failures are thrown. */
export async function transcriptOrProblem(work: () => Promise<Transcript>): Promise<Spoken> {
  try {
    return { transcript: await work(), problem: null };
  } catch (error) {
    const known = toAppError(error);
    if (!kept.includes(known.code) || known.retry?.afterMs !== undefined) throw error;
    return { transcript: null, problem: known.code };
  }
}

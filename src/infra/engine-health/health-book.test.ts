import { expect, test } from 'vitest';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { type EngineId, engineIds } from '#lib/engines.ts';
import { faultOf } from './health-book.ts';

const own: Record<EngineId, ErrorCode[]> = {
  model: ['llm_unauthorized', 'llm_timed_out', 'timed_out', 'internal'],
  speech: ['speech_failed', 'speech_model_missing', 'timed_out', 'internal'],
  pages: ['timed_out', 'internal', 'busy'],
  ytdlp: ['ytdlp_missing', 'ytdlp_outdated', 'ytdlp_failed', 'timed_out', 'internal'],
  mail: ['mail_failed'],
};
/** Caused by the engine's input, by missing configuration, or by others. */
const neverOwn: ErrorCode[] = [
  ...(['llm_refused', 'llm_bad_output', 'llm_cost_limit', 'llm_not_configured'] as const),
  ...(['speech_no_words', 'speech_not_configured', 'speech_models_managed'] as const),
  ...(['cancelled', 'fetch_timed_out', 'not_found', 'page_needs_browser'] as const),
];

test.each(engineIds)('ACC-01 only what is its own fault counts against %s', (engine) => {
  const codes = [...new Set([...Object.values(own).flat(), ...neverOwn])];
  const counted = codes.filter((code) => faultOf(engine, new AppError(code)) !== null);
  expect(counted.toSorted()).toEqual(own[engine].toSorted());
  for (const code of counted) expect(faultOf(engine, new Error('wrapped', { cause: new AppError(code) }))).toBe(code);
});

test('ACC-01 an error without a code is a fault of whatever computes, not of the mail', () => {
  const faults = engineIds.map((engine) => faultOf(engine, new Error('odd')));
  expect(faults).toEqual(['internal', 'internal', 'internal', 'internal', null]);
});

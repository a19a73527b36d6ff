import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes } from '#lib/app-error.ts';
import { mayAddWords, mayTryAgain, mayWriteWithoutModel, nextStepAfter } from './next-step.ts';

describe('SUM-07 after a failure, the step that would work comes first', () => {
  test.each([
    ['speech_model_missing', 'speech'],
    ['site_login_needed', 'sign-ins'],
    ['own_key_quota', 'model'],
    ['llm_unreachable', 'model'],
    ['llm_bad_output', 'model'],
    ['out_of_time', 'time'],
    ['video_private', 'upload'],
    ['site_bot_check', 'upload'],
    ['ytdlp_failed', 'upload'],
    ['media_no_subtitles', 'words'],
    ['ytdlp_missing', 'words'],
    ['document_scanned', 'upload'],
    ['page_no_text', 'paste'],
    ['page_sign_in', 'paste'],
    ['page_error', 'again'],
    ['listing_link', 'pick'],
    ['video_unavailable', 'home'],
    ['fetch_timed_out', 'again'],
    ['llm_rate_limited', 'again'],
    ['site_wait', 'again'],
    [null, 'again'],
  ] as const)('%s: %s', (code, step) => {
    expect(nextStepAfter(code)).toBe(step);
  });

  test('trying again stands beside it unless the same would fail again', () => {
    const counts = new Map<string, number>();
    for (const code of errorCodes) {
      const step = nextStepAfter(code);
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([
      'again',
      'home',
      'model',
      'paste',
      'pick',
      'sign-ins',
      'speech',
      'time',
      'upload',
      'words',
    ]);
    const failing = ['site_wait', 'listing_link', 'video_unavailable', 'document_scanned', 'document_no_text'] as const;
    expect(failing.map(mayTryAgain)).toEqual(Array(5).fill(false));
    const others = [
      'speech_model_missing',
      'site_login_needed',
      'own_key_quota',
      'video_private',
      'page_no_text',
      'ytdlp_missing',
    ];
    expect(others.map((code) => mayTryAgain(code as ErrorCode))).toEqual(Array(6).fill(true));
  });

  test('excerpts are offered where the model alone failed', () => {
    const offered = ['llm_rate_limited', 'llm_refused', 'own_key_quota', 'own_model_unknown', 'server_cost_limit'] as const;
    expect(offered.map(mayWriteWithoutModel)).toEqual(Array(5).fill(true));
    for (const code of ['speech_failed', 'out_of_time', 'page_no_text', 'internal', null] as const)
      expect(mayWriteWithoutModel(code)).toBe(false);
  });

  test('a subtitle file is offered as well where there is something to hear', () => {
    expect(mayAddWords('speech_model_missing', null, false)).toBe(true);
    const kinds = ['video', 'audio', 'page', 'document', null] as const;
    const heard = [true, true, false, false, false];
    for (const code of ['video_private', 'speech_unavailable', 'site_changed', 'video_unavailable'] as const)
      expect(kinds.map((kind) => mayAddWords(code, kind, false))).toEqual(heard);
    expect(mayAddWords('site_login_needed', 'video', false)).toBe(true);
    for (const code of ['media_no_subtitles', 'page_no_text', null] as const)
      expect(mayAddWords(code, 'video', false)).toBe(false);
    // A model that did not answer had the words.
    expect(mayAddWords('llm_rate_limited', 'video', true)).toBe(false);
  });
});

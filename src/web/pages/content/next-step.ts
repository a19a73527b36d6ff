import type { SourceKind } from '#engine/domain.ts';
import type { ErrorCode } from '#lib/app-error.ts';

export type NextStep = 'again' | 'words' | 'speech' | 'sign-ins' | 'model' | 'time' | 'upload' | 'paste' | 'pick' | 'home';

const codesOf: Readonly<Record<Exclude<NextStep, 'again'>, readonly ErrorCode[]>> = {
  words: [
    'media_no_subtitles',
    'media_no_audio',
    'speech_no_words',
    'speech_failed',
    'speech_unauthorized',
    'speech_quota',
    'speech_models_managed',
    'speech_import_missing',
    'subtitles_missing',
    'video_no_words',
    'ytdlp_missing',
    'ytdlp_outdated',
  ],
  speech: ['speech_not_configured', 'speech_model_missing', 'speech_model_broken', 'speech_model_unreachable'],
  'sign-ins': ['site_login_needed', 'credential_invalid'],
  model: [
    'own_key_refused',
    'own_key_quota',
    'own_key_limit',
    'own_model_unknown',
    'llm_model_unknown',
    'llm_region_refused',
    'llm_unauthorized',
    // A local program that was ended: settings say so, and offer to disconnect it.
    'llm_unreachable',
    'llm_quota',
    'llm_not_configured',
    'llm_refused',
    'llm_too_long',
    // The model does not write what was asked for: it is likely to fail the same way again.
    'llm_bad_output',
    'llm_cost_limit',
    'server_cost_limit',
  ],
  time: ['out_of_time'],
  upload: [
    'site_bot_check',
    'ytdlp_failed',
    'video_private',
    'video_age_restricted',
    'video_region_blocked',
    'video_members_only',
    'media_unreadable',
    'media_refused',
    'file_missing',
    'file_too_large',
    'fetch_too_large',
    'input_unsupported',
    'document_access_denied',
    'document_scanned',
    'document_too_large',
    'document_unreadable',
    'document_no_text',
    'subtitles_empty',
    'page_needs_browser',
    'transcript_too_long',
    'text_too_long',
  ],
  paste: ['page_no_text', 'page_sign_in', 'page_too_complex', 'text_too_complex', 'fetch_status', 'article_missing'],
  pick: ['listing_link'],
  home: [
    'input_empty',
    'url_invalid',
    'url_blocked',
    'video_unavailable',
    'episode_not_found',
    'show_not_found',
    'feed_unreadable',
    'page_unknown',
    'listing_empty',
  ],
};

const steps = new Map(Object.entries(codesOf).flatMap(([step, codes]) => codes.map((code) => [code, step as NextStep] as const)));

/** The step that most likely leads to a note after this failure. */
export function nextStepAfter(code: ErrorCode | null): NextStep {
  return (code && steps.get(code)) ?? 'again';
}

/** Problems of the file itself. */
const lasting: readonly ErrorCode[] = [
  'document_access_denied',
  'document_no_text',
  'document_scanned',
  'document_unreadable',
  'input_unsupported',
  'media_unreadable',
  'subtitles_empty',
];

/** Whether the same file would fail the same way again. */
export function isLasting(code: ErrorCode | null): boolean {
  return code !== null && lasting.includes(code);
}

/** Whether trying again may help besides the next step: not where the same link or file would fail again. */
export function mayTryAgain(code: ErrorCode | null): boolean {
  const step = nextStepAfter(code);
  return step !== 'again' && step !== 'pick' && step !== 'home' && !isLasting(code);
}

/** Whether the model alone is the cause, so that a note of extracted sentences can be had. */
export function mayWriteWithoutModel(code: ErrorCode | null): boolean {
  return code !== null && (code.startsWith('llm_') || nextStepAfter(code) === 'model');
}

/** Whether a subtitle file would help as well. `hasWords`: what is said is known, so the failure was a later one. */
export function mayAddWords(code: ErrorCode | null, kind: SourceKind | null, hasWords: boolean): boolean {
  const step = nextStepAfter(code);
  if (step === 'speech') return true;
  if (kind !== 'video' && kind !== 'audio') return false;
  if (step === 'upload' || step === 'sign-ins') return true;
  return code !== null && !hasWords && (step === 'again' || step === 'home');
}

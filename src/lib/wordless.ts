import type { ErrorCode } from './app-error.ts';

const wordless: ReadonlySet<string> = new Set<ErrorCode>([
  'media_no_subtitles',
  'media_no_audio',
  'speech_not_configured',
  'speech_model_missing',
  'speech_no_words',
]);

/** The recording is kept and can be played, but its words could not be read. */
export function isWordless(code: string | null | undefined): boolean {
  return code !== null && code !== undefined && wordless.has(code);
}

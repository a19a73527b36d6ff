import { AppError } from '#lib/app-error.ts';
import type { Segment } from '../domain.ts';

/** Ten hours of talk have about 30,000 cues and 10,000 lines; the Bible has 4.5 million characters. */
export const sourceLimits = {
  cues: 100_000,
  segments: 30_000,
  characters: 5_000_000,
} as const;

/** Errors: `transcript_too_long`, `text_too_long`, both with `most`. */
export function refuseOversize(segments: readonly Segment[], timed: boolean): void {
  if (segments.length > sourceLimits.segments)
    throw new AppError(timed ? 'transcript_too_long' : 'text_too_long', { params: { most: sourceLimits.segments } });
  let characters = 0;
  for (const { text } of segments) characters += text.length;
  if (characters > sourceLimits.characters) throw new AppError('text_too_long', { params: { most: sourceLimits.characters } });
}

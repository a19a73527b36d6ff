import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { zEditedTranscript, zTranscriptEdit } from '#features/transcripts/contract.ts';

export const correctionsContract = {
  /** Errors: `transcript_conflict` when `base` is not the current state, `subtitles_missing`. */
  'content.editTranscript': {
    input: z.strictObject({ contentId: zContentId, base: z.number().int().nonnegative(), edit: zTranscriptEdit }),
    output: zEditedTranscript,
  },
  /** Errors: `transcript_conflict`. */
  'content.undoTranscriptEdit': {
    input: z.strictObject({ contentId: zContentId, base: z.number().int().nonnegative() }),
    output: zEditedTranscript,
  },
} as const;

/** Corrections of a script, which the note and its highlights follow. */
import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { zEditedTranscript, zTranscriptEdit } from '#features/transcripts/contract.ts';

export const correctionsContract = {
  /** Corrects the script for its owner. Errors: `transcript_conflict` when it is not as `base` names it, `subtitles_missing`. */
  'content.editTranscript': {
    input: z.strictObject({ contentId: zContentId, base: z.number().int().nonnegative(), edit: zTranscriptEdit }),
    output: zEditedTranscript,
  },
  /** Takes the last correction back. Errors: `transcript_conflict`. */
  'content.undoTranscriptEdit': {
    input: z.strictObject({ contentId: zContentId, base: z.number().int().nonnegative() }),
    output: zEditedTranscript,
  },
} as const;

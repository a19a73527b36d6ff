import { z } from 'zod';
import { zLanguage, zSegment } from '#engine/domain.ts';
import { zById, zContentId, zContentTranscript, zProblem } from '#features/contents/contract.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

const zLineText = zTypedText.trim().min(1).max(4000);
const zSpeakerName = zTypedText.trim().min(1).max(80);
const zLineRef = { line: z.number().int().nonnegative(), startMs: z.number().nonnegative(), was: zTypedText.max(100_000) };

/** `TranscriptEdit` of `lib/transcripts/transcript-edits.ts`. */
export const zTranscriptEdit = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), ...zLineRef, text: zLineText }),
  z.strictObject({ type: z.literal('merge'), ...zLineRef, next: zTypedText.max(100_000) }),
  z.strictObject({ type: z.literal('split'), ...zLineRef, at: z.number().int().positive() }),
  z.strictObject({ type: z.literal('speaker'), ...zLineRef, speaker: zSpeakerName.nullable() }),
  z.strictObject({ type: z.literal('rename'), from: zTypedText.min(1).max(400), to: zSpeakerName }),
]);

export const zEditedTranscript = z.object({
  version: z.number().int(),
  edits: z.number().int(),
  /** The note, when the correction changed it. */
  note: z.object({ markdown: z.string(), versionId: z.uuid(), places: z.number().int(), updatedAt: z.iso.datetime() }).nullable(),
});
export type EditedTranscript = z.infer<typeof zEditedTranscript>;

export const zTranslation = z.object({
  /** Null: never requested. */
  state: z.enum(['running', 'completed', 'failed', 'cancelled']).nullable(),
  taskId: z.uuid().nullable(),
  problem: zProblem.nullable(),
  /** In the order of `subtitlesArray`; null for untranslated lines. */
  lines: z.array(z.string().nullable()),
  done: z.number().int(),
  total: z.number().int(),
});
export type Translation = z.infer<typeof zTranslation>;

/** `NoteAnchor` of `lib/markdown/anchors.ts`. */
const zAnchor = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('time'), ms: z.number().nonnegative().max(1e10) }),
  z.strictObject({ kind: z.literal('paragraph'), id: z.number().int().nonnegative().max(1e7) }),
]);

export const transcriptsContract = {
  'content.transcript': { input: zById, output: zContentTranscript },
  /** The few lines or paragraphs that a reference is checked with (`linesNear`), while the rest is not loaded. */
  'content.linesNear': {
    input: z.strictObject({ contentId: zContentId, anchor: zAnchor }),
    output: z.object({
      extractionId: z.uuid().nullable(),
      transcriptVersion: z.number().int(),
      lines: z.array(zSegment),
    }),
  },
  /** The density of speech over a recording: 110 values from 0 to 1; empty where nothing is known. */
  'content.speechDensity': {
    input: z.strictObject({ contentId: zContentId, durationMs: z.number().positive().max(1e10) }),
    output: z.object({ density: z.array(z.number()) }),
  },
  /** The script in another language, as far as it is translated. */
  'content.translation': { input: z.strictObject({ contentId: zContentId, language: zLanguage }), output: zTranslation },
  /** Translates the missing lines. Errors: `llm_not_configured`, `subtitles_missing`. */
  'content.translate': {
    input: z.strictObject({ contentId: zContentId, language: zLanguage }),
    output: z.object({ state: z.literal('running') }),
  },
  /** Keeps the lines that are translated already. */
  'content.cancelTranslation': {
    input: z.strictObject({ contentId: zContentId, language: zLanguage }),
    output: z.object({ state: zTranslation.shape.state }),
  },
} as const;

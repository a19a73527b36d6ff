/** Talks as text to read: as they were spoken, and as a model wrote them down. */
import { z } from 'zod';
import { zById, zContentId, zProblem } from '#features/contents/contract.ts';

/** A talk as text to read; ids are those of `subtitlesArray`, times ms. */
export const zTalkChapter = z.object({
  /** Null before the first chapter, and in a talk without chapters. */
  title: z.string().nullable(),
  startMs: z.number(),
  paragraphs: z.array(
    z.object({
      startMs: z.number(),
      endMs: z.number(),
      speaker: z.string().nullable(),
      text: z.string(),
      first: z.number().int(),
      last: z.number().int(),
    }),
  ),
});
export type TalkChapter = z.infer<typeof zTalkChapter>;

/** A part of a talk that a model writes down: a chapter, or a stretch of a long one. */
export const zWrittenPart = z.object({
  position: z.number().int(),
  /** Null where it goes on with the chapter of the part before. */
  title: z.string().nullable(),
  startMs: z.number(),
  /** `waiting`: not tried yet; `spoken`: no version of the model's held. Both show the words as they were spoken. */
  state: z.enum(['written', 'spoken', 'waiting']),
  /** Its lines were corrected since it was written. */
  stale: z.boolean(),
  /** It is being written, or will be. */
  wanted: z.boolean(),
  model: z.string().nullable(),
  paragraphs: z.array(zTalkChapter.shape.paragraphs.element.extend({ asSpoken: z.boolean() })),
});
export type WrittenPart = z.infer<typeof zWrittenPart>;

export const zWrittenArticle = z.object({
  /** Null: nobody has asked for it yet. */
  state: z.enum(['running', 'completed', 'failed', 'cancelled']).nullable(),
  problem: zProblem.nullable(),
  model: z.string().nullable(),
  /** The model that would write now; null when there is none. */
  writer: z.string().nullable(),
  /** Parts of the run under way, or of the last one. */
  done: z.number().int(),
  total: z.number().int(),
  parts: z.array(zWrittenPart),
});
export type WrittenArticle = z.infer<typeof zWrittenArticle>;

export const articlesContract = {
  /** The words of timed media as paragraphs under its chapters; empty where there are no timed words. */
  'content.article': { input: zById, output: z.object({ chapters: z.array(zTalkChapter) }) },
  /** The same as a model wrote it down, as far as it is written. */
  'content.writtenArticle': { input: zById, output: zWrittenArticle },
  /**
   * Writes everything (anew), the `rest` (what is missing or out of date), or the part at a position. What is written
   * stays until it is replaced. Errors: `llm_not_configured`, `subtitles_missing`.
   */
  'content.writeArticle': {
    input: z.strictObject({ contentId: zContentId, parts: z.union([z.enum(['all', 'rest']), z.number().int().nonnegative()]) }),
    output: z.object({ state: z.literal('running') }),
  },
  /** What is written by then is kept. */
  'content.cancelArticle': { input: zById, output: z.object({ state: zWrittenArticle.shape.state }) },
  /** Deletes what the model wrote; the words as they were spoken stay. */
  'content.deleteArticle': { input: zById, output: z.object({ deleted: z.literal(true) }) },
} as const;

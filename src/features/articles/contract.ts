import { z } from 'zod';
import { zById, zContentId, zProblem } from '#features/contents/contract.ts';

/** Ids are those of `subtitlesArray`; times in ms. */
export const zTalkChapter = z.object({
  /** Null before the first chapter, and where there are no chapters. */
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

/** A chapter, or a section of a long one. */
export const zWrittenPart = z.object({
  position: z.number().int(),
  /** Null when the chapter of the previous part continues. */
  title: z.string().nullable(),
  startMs: z.number(),
  /** `waiting`: not tried yet; `spoken`: no model text passed the checks. Both show the spoken text. */
  state: z.enum(['written', 'spoken', 'waiting']),
  /** Its lines were corrected after it was written. */
  stale: z.boolean(),
  wanted: z.boolean(),
  model: z.string().nullable(),
  paragraphs: z.array(zTalkChapter.shape.paragraphs.element.extend({ asSpoken: z.boolean() })),
});
export type WrittenPart = z.infer<typeof zWrittenPart>;

/** All parts, those that are missing or stale, or the part at this position. */
export const zArticleScope = z.union([z.enum(['all', 'rest']), z.number().int().nonnegative()]);
export type ArticleScope = z.infer<typeof zArticleScope>;

export const zWrittenArticle = z.object({
  /** Null: never requested. */
  state: z.enum(['running', 'completed', 'failed', 'cancelled']).nullable(),
  taskId: z.uuid().nullable(),
  problem: zProblem.nullable(),
  model: z.string().nullable(),
  /** The model that would write it; null without one. */
  writer: z.string().nullable(),
  /** Parts of the current or last run. */
  done: z.number().int(),
  total: z.number().int(),
  parts: z.array(zWrittenPart),
});
export type WrittenArticle = z.infer<typeof zWrittenArticle>;

export const articlesContract = {
  /** Timed text as paragraphs under chapters; empty without timed text. */
  'content.article': { input: zById, output: z.object({ chapters: z.array(zTalkChapter) }) },
  'content.writtenArticle': { input: zById, output: zWrittenArticle },
  /** Writes `all`, the `rest`, or one part; text stays until replaced. Errors: `llm_not_configured`, `subtitles_missing`. */
  'content.writeArticle': {
    input: z.strictObject({ contentId: zContentId, parts: zArticleScope }),
    output: z.object({ state: z.literal('running') }),
  },
  /** Parts that are already written stay. */
  'content.cancelArticle': { input: zById, output: z.object({ state: zWrittenArticle.shape.state }) },
  'content.deleteArticle': { input: zById, output: z.object({ deleted: z.literal(true) }) },
} as const;

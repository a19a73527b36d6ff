import { z } from 'zod';
import { zContentId, zProblem } from '#features/contents/contract.ts';
import { chatLimits } from '#lib/input-limits.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

/** A passage of the source that an answer rests on, with its words. `first` and `last` are segment ids. */
export const zChatSource = z.object({
  first: z.number().int().nonnegative(),
  last: z.number().int().nonnegative(),
  startMs: z.number().nonnegative().nullable(),
  page: z.number().int().positive().nullable(),
  text: z.string(),
});
export type ChatSource = z.infer<typeof zChatSource>;

/** `cut`: it reached the length limit. `stopped`: by its reader or the server. `failed`: see `problem`; its text may be empty. */
export const zAnswerState = z.enum(['done', 'cut', 'stopped', 'failed']);
export type AnswerState = z.infer<typeof zAnswerState>;

export const zChatMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  /** Text of an answer is Markdown with the anchors of notes. */
  parts: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  metadata: z.object({
    createdAt: z.iso.datetime().nullable(),
    sources: z.array(zChatSource),
    related: z.array(z.string()),
    state: zAnswerState.optional(),
    /** Beside a finished answer: why the one that was to replace it was not written, `cancelled` if it was stopped. */
    problem: zProblem.optional(),
    model: z.string().optional(),
  }),
});
export type ChatMessage = z.infer<typeof zChatMessage>;

export const zChat = z.object({
  messages: z.array(zChatMessage),
  /** The message that is being written: `task.watch` streams it under this id, `task.cancel` stops it. */
  answeringId: z.string().nullable(),
  /** `find`: there is no model, so passages are looked up instead. */
  mode: z.enum(['model', 'find']),
  model: z.string().nullable(),
  hasWords: z.boolean(),
});
export type Chat = z.infer<typeof zChat>;

export const zFoundPassage = zChatSource.extend({
  /** The places in `text` of the words looked for. */
  marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
});
export type FoundPassage = z.infer<typeof zFoundPassage>;

const zQuestion = zTypedText.trim().min(1).max(chatLimits.questionLength);

const zById = z.strictObject({ contentId: zContentId });

export const chatContract = {
  'chat.history': { input: zById, output: zChat },
  /**
   * Asks the next question. Only its words are taken from the caller: the server keeps the conversation itself.
   * Errors: `work_in_progress` while an answer is being written, `llm_not_configured`, `subtitles_missing`,
   * `too_many_answers`, `too_many_questions`.
   */
  'chat.ask': {
    input: z.object({ contentId: zContentId, question: zQuestion }),
    output: z.object({ messageId: z.string() }),
  },
  /**
   * Answers the last question again and replaces its answer once the new one is complete. `messageId`: the last message that
   * the page shows. Errors: those of `chat.ask`, `conflict` when that is not the last, `bad_request` without a question.
   */
  'chat.retry': {
    input: zById.extend({ messageId: z.string().min(1).max(200) }),
    output: z.object({ messageId: z.string() }),
  },
  'chat.clear': { input: zById, output: z.object({ cleared: z.literal(true) }) },
  /** The best passages for a query, best first. */
  'chat.find': {
    input: z.strictObject({ contentId: zContentId, query: zTypedText.trim().min(1).max(chatLimits.findLength) }),
    output: z.object({ passages: z.array(zFoundPassage) }),
  },
} as const;

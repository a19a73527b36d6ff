import { z } from 'zod';
import { zContentId, zProblem } from '#features/contents/contract.ts';
import { zLibraryFilters } from '#features/library/contract.ts';
import { askLimits } from '#lib/input-limits.ts';
import { noteLanguages } from '#lib/languages.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

/** The whole library, what a filter lets through, a collection, or the named contents. */
export const zScope = z
  .strictObject({
    ...zLibraryFilters,
    collection: z.uuid().optional(),
    contents: z.array(zContentId).min(1).max(askLimits.contents).optional(),
  })
  .refine(({ collection, contents }) => collection === undefined || contents === undefined);
export type AskScope = z.infer<typeof zScope>;

const zState = z.enum(['writing', 'done', 'cut', 'stopped', 'failed']);
const zKind = z.enum(['question', 'brief']);

/** A passage of one content; `first` and `last` are segment ids, `marks` the places in `text` of the words looked for. */
const zAskSource = z.object({
  item: z.number().int().positive(),
  first: z.number().int().nonnegative(),
  last: z.number().int().nonnegative(),
  startMs: z.number().nonnegative().nullable(),
  page: z.number().int().positive().nullable(),
  text: z.string(),
  marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
});
export type AskSource = z.infer<typeof zAskSource>;

/** A content that has passages in the answer; `item` is its number there. */
const zAskItem = z.object({
  item: z.number().int().positive(),
  content_id: zContentId,
  title: z.string(),
  cover_url: z.string().nullable(),
});
export type AskItem = z.infer<typeof zAskItem>;

const zAsked = z.object({
  id: z.uuid(),
  kind: zKind,
  question: z.string(),
  scope: zScope,
  scopeName: z.string().nullable(),
  state: zState,
  createdAt: z.iso.datetime(),
});
export type Asked = z.infer<typeof zAsked>;

const zAnswer = zAsked.extend({
  /** Its anchors name the item, `#t=754&n=3`. Empty: the passages are the answer. While one is written: the finished one before it. */
  markdown: z.string(),
  /** The cited passages; for an unfinished answer, all that were read. Passages of deleted contents are left out. */
  sources: z.array(zAskSource),
  items: z.array(zAskItem),
  related: z.array(z.string()),
  /** Beside a finished answer: why the one that was to replace it was not written, `cancelled` if it was stopped. */
  problem: zProblem.nullable(),
  model: z.string().nullable(),
  /** False: some text of the scope was not searched, because it is new or there is too much of it. */
  complete: z.boolean(),
  /** Of a brief: the items that it was made from, and how many there were; null for a question, and while not known. */
  read: z.object({ items: z.number().int(), of: z.number().int() }).nullable(),
  /** The question that this one follows, if it still exists. */
  after: z.object({ id: z.uuid(), question: z.string() }).nullable(),
  /** The task that writes it: `task.watch` streams its text, `task.cancel` stops it. */
  taskId: z.string().nullable(),
});
export type AskAnswer = z.infer<typeof zAnswer>;

const zQuestion = zTypedText.trim().min(1).max(askLimits.questionLength);
const zById = z.strictObject({ id: z.uuid() });
/** The language of the page: the answer is written in it, unless the question is clearly in another. */
const zNoteLanguage = z.enum(noteLanguages);
const zStarted = z.object({ id: z.uuid() });

export const askContract = {
  /** Errors: `not_found` for an unknown collection or smart folder. */
  'ask.about': {
    input: z.strictObject({ scope: zScope }),
    output: z.object({
      name: z.string().nullable(),
      items: z.number().int(),
      /** Items with a transcript or a text. */
      withWords: z.number().int(),
      /** Null: there is no model, so passages are looked up instead. */
      model: z.string().nullable(),
    }),
  },
  /** Newest first. */
  'ask.list': { input: z.void(), output: z.array(zAsked) },
  /** Errors: `not_found`. */
  'ask.answer': { input: zById, output: zAnswer },
  /** Errors: `not_found`, `nothing_to_ask`, `too_many_answers`, `too_many_questions`, `too_many_library_questions`. */
  'ask.ask': {
    input: z.strictObject({ question: zQuestion, scope: zScope, noteLanguage: zNoteLanguage, after: z.uuid().optional() }),
    output: zStarted,
  },
  /** Errors: those of `ask.ask`; `note_missing` when no note has a point with its place. */
  'ask.brief': { input: z.strictObject({ scope: zScope, noteLanguage: zNoteLanguage }), output: zStarted },
  /** Asks the same question again and replaces its answer once the new one is complete. Errors: those of `ask.ask`, `work_in_progress`. */
  'ask.again': { input: zById.extend({ noteLanguage: zNoteLanguage }), output: zStarted },
  /** Errors: `not_found`. */
  'ask.remove': { input: zById, output: z.object({ removed: z.literal(true) }) },
} as const;

import { z } from 'zod';
import { zModelUsage } from '#engine/domain.ts';
import { zContentId, zProblem } from '#features/contents/contract.ts';
import { defaultLanguage, fallbackLanguage, interfaceLanguages } from '#lib/languages.ts';
import { zTaskState } from '#lib/task-event.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { promptLimits } from './shared/prompt-limits.ts';

/** The id of a user's prompt, or the name of an official one (`official-…`); part of the tab id `custom-{promptId}`. */
export const zPromptId = z.union([z.uuid(), z.string().regex(/^official-[a-z][a-z-]{1,40}$/)]);

const zTitle = zTypedText.trim().min(1).max(promptLimits.titleLength);
const zPromptText = zTypedText.trim().min(1).max(promptLimits.promptLength);

export const zCustomPrompt = z.object({
  promptId: z.uuid(),
  title: z.string(),
  customPrompt: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type CustomPrompt = z.infer<typeof zCustomPrompt>;

const zWords = z.object({
  title: z.string(),
  summary: z.string(),
  prompt: z.string(),
});
export const zOfficialPrompt = z.object({
  promptId: z.string(),
  group: z.enum(['understand', 'learn', 'act', 'write']),
  words: z
    .partialRecord(z.enum(interfaceLanguages), zWords)
    .and(z.object({ [defaultLanguage]: zWords, [fallbackLanguage]: zWords })),
});
export type OfficialPrompt = z.infer<typeof zOfficialPrompt>;

export const zPromptResultItem = z.object({
  promptId: z.string(),
  title: z.string(),
  hasText: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type PromptResultItem = z.infer<typeof zPromptResultItem>;

/** A segment that an answer cites, with its id; `startMs` is null for text without times. */
export const zCitedSource = z.object({
  segmentId: z.number().int().nonnegative(),
  startMs: z.number().nullable(),
  page: z.number().int().positive().optional(),
  text: z.string(),
});

export const zAnswerChecks = z.object({
  /** Number of lines with a reference into the source. */
  cited: z.number().int(),
  /** Number of lines with numbers or names that the cited place (if any) does not contain; these lines are marked. */
  unverified: z.number().int(),
  /** Number of references to lines that do not exist, which were removed. */
  droppedReferences: z.number().int(),
  quotesVerified: z.number().int(),
  quotesUnmarked: z.number().int(),
  /** Number of parts in which the source was read; 1 if it was read whole. */
  windows: z.number().int(),
  /** True if the model stopped before the end of its answer. */
  cut: z.boolean(),
});

export const zPromptResult = z.object({
  promptId: z.string(),
  title: z.string(),
  prompt: z.string(),
  text: z.string().nullable(),
  sources: z.array(zCitedSource),
  checks: zAnswerChecks.nullable(),
  model: z.string().nullable(),
  /** Model calls, tokens and cost; null for answers from before they were counted. */
  usage: zModelUsage.nullable(),
  writtenAt: z.iso.datetime().nullable(),
  /** True if the content was extracted again since: places may have moved. */
  outdated: z.boolean(),
  state: zTaskState,
  /** The task writing it: `task.watch` streams the draft, `task.cancel` stops it. A finished answer stays until then. */
  taskId: z.uuid().nullable(),
  problem: zProblem.nullable(),
});
export type PromptResult = z.infer<typeof zPromptResult>;

const zPlace = z.strictObject({ contentId: zContentId, promptId: zPromptId });

export const promptsContract = {
  /** Newest first; empty without a session. */
  'prompt.mine': { input: z.void(), output: z.object({ prompts: z.array(zCustomPrompt) }) },
  /** `model`: the model that would answer; null if none is configured. */
  'prompt.official': {
    input: z.void(),
    output: z.object({ prompts: z.array(zOfficialPrompt), model: z.string().nullable() }),
  },
  /** Errors: `prompt_limit`. */
  'prompt.create': {
    input: z.strictObject({ title: zTitle, customPrompt: zPromptText }),
    output: zCustomPrompt,
  },
  'prompt.update': {
    input: z.strictObject({ promptId: z.uuid(), title: zTitle, customPrompt: zPromptText }),
    output: zCustomPrompt,
  },
  /** Can be undone for a day. The answers stay. */
  'prompt.remove': { input: z.strictObject({ promptId: z.uuid() }), output: z.object({ removed: z.literal(true) }) },
  /** Errors: `not_found`, `prompt_limit`. */
  'prompt.restore': { input: z.strictObject({ promptId: z.uuid() }), output: zCustomPrompt },
  'prompt.results': {
    input: z.strictObject({ contentId: zContentId }),
    output: z.object({ results: z.array(zPromptResultItem) }),
  },
  'prompt.result': { input: zPlace, output: z.object({ result: zPromptResult.nullable() }) },
  /** Joins a running task. Errors: `not_found`, `llm_not_configured`, `subtitles_missing`, `prompt_limit`, `too_many_answers`, `too_many_questions`. */
  'prompt.run': {
    input: z.strictObject({ contentId: zContentId, promptId: zPromptId, language: z.enum(interfaceLanguages) }),
    output: z.object({ state: zTaskState }),
  },
  'prompt.removeResult': { input: zPlace, output: z.object({ removed: z.literal(true) }) },
  'prompt.restoreResult': { input: zPlace, output: z.object({ restored: z.literal(true) }) },
} as const;

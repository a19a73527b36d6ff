import { z } from 'zod';
import { zDetail, zLanguage, zSourceKind } from '#engine/domain.ts';
import { zById, zContentId, zContentStatus, zProblem, zRunState } from '#features/contents/contract.ts';
import { zUploadId } from '#features/uploads/contract.ts';
import { mostChosen } from '#lib/input-limits.ts';
import { zTaskEvent, zTaskState } from '#lib/task-event.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

/** One event of the run that a content waits for. `taskId`: null where the run had already ended. */
export const zContentEvent = z.object({ contentId: zContentId, taskId: z.uuid().nullable(), event: zTaskEvent });
export type ContentEvent = z.infer<typeof zContentEvent>;

export const zRunningItem = z.object({
  contentId: zContentId,
  title: z.string(),
  kind: zSourceKind.nullable(),
  sourceUrl: z.string().nullable(),
  coverUrl: z.string().nullable(),
  run: zRunState,
  batchId: z.uuid().nullable(),
});
export type RunningItem = z.infer<typeof zRunningItem>;

export const zRunningBatch = z.object({
  batchId: z.uuid(),
  title: z.string(),
  url: z.string(),
  total: z.number().int(),
  /** Items that have ended, with any outcome. */
  done: z.number().int(),
  active: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  /** About when the site may be asked again, while nothing is being worked on. */
  until: z.iso.datetime().nullable(),
});
export type RunningBatch = z.infer<typeof zRunningBatch>;

export const zBatchResult = z.object({
  taskId: z.uuid(),
  state: zTaskState.exclude(['queued']),
  total: z.number().int(),
  summarised: z.number().int(),
  /** Items without a note at the end, deleted ones included. */
  skipped: z.number().int(),
  /** The skipped items that still exist. `problem` is null where it was cancelled or taken up by other work. */
  skippedItems: z.array(z.object({ contentId: zContentId, title: z.string(), problem: zProblem.nullable() })),
});
export type BatchResult = z.infer<typeof zBatchResult>;

/** Those that changed last of all that are asked for. The rest needs another call once these are done: the answer says how many. */
export const mostPerBatch = 500;

const mostLinks = 50;

/** The length that a page states, in seconds. */
export const zToldSeconds = z.number().nonnegative().max(1_000_000);

export const zWorkCost = z.object({
  /** `nothing`: the result is known already, or takes no time. `unlimited`: time is not counted for this person. */
  pays: z.enum(['time', 'nothing', 'own_key', 'unlimited']),
  /** The total of all known lengths: as much as would be reserved. */
  seconds: z.number().int(),
  /** The number of items whose length is not known yet. */
  unknown: z.number().int(),
  /** Null where time is not limited. */
  left: z.number().int().nullable(),
});

export const summariesContract = {
  'content.running': { input: z.void(), output: z.object({ items: z.array(zRunningItem), batches: z.array(zRunningBatch) }) },
  /**
   * Stored events first, then live ones. With `contentId`: everything about that content, partial notes included.
   * Without it: stage and end events of all of the user's running work. `lastEventId` resumes after that event.
   */
  'content.progress': {
    input: z.strictObject({ contentId: zContentId.optional(), lastEventId: z.string().max(20).optional() }),
    output: zContentEvent,
  },
  'content.cancel': { input: zById, output: z.object({ status: zContentStatus }) },
  'content.summarizeAgain': {
    input: z.strictObject({
      contentId: zContentId,
      noteLanguage: zLanguage.optional(),
      detail: zDetail.optional(),
      /** Writes this note from extracted sentences, although there is a model. */
      withoutModel: z.boolean().optional(),
    }),
    output: z.object({ status: zContentStatus }),
  },
  /** Writes the note from a user's file: subtitles or a text. The upload is deleted afterwards. */
  'content.useFile': {
    input: z.strictObject({ contentId: zContentId, uploadId: zUploadId }),
    output: z.object({ status: zContentStatus }),
  },
  /** Writes the note from a rejected track; null: from the source's own words. */
  'content.useTrack': {
    input: z.strictObject({ contentId: zContentId, track: zTypedText.max(500).nullable() }),
    output: z.object({ status: zContentStatus }),
  },
  'ingest.cancelBatch': {
    input: z.strictObject({ batchId: z.uuid() }),
    output: z.object({ cancelled: z.number().int() }),
  },
  /** What work would take from the caller's time if it were begun now; nothing is begun. Errors: `not_found`. */
  'user.workCost': {
    input: z.discriminatedUnion('work', [
      z.strictObject({
        work: z.literal('links'),
        links: z.array(z.strictObject({ url: zTypedText.max(4096), durationSeconds: zToldSeconds.nullable() })).max(mostLinks),
        noteLanguage: zLanguage,
        detail: zDetail.optional(),
      }),
      z.strictObject({
        work: z.literal('again'),
        contentId: zContentId,
        noteLanguage: zLanguage.optional(),
        detail: zDetail.optional(),
      }),
      z.strictObject({
        work: z.literal('batch'),
        contentIds: z.array(zContentId).min(1).max(mostChosen).optional(),
      }),
      /** Translations, articles, answers. */
      z.strictObject({ work: z.literal('question') }),
    ]),
    output: zWorkCost,
  },
  /**
   * Writes the notes that are missing: of these records, or of the whole library, newest first. Only for records with a link
   * and without a note. `under_way`: an earlier one has not ended. `left`: for another call, beyond the most that one begins.
   */
  'video.batchSummarise': {
    input: z.strictObject({ contentIds: z.array(zContentId).min(1).max(mostChosen).optional() }),
    output: z.object({
      outcome: z.enum(['started', 'under_way', 'all_have_notes', 'nothing_to_do']),
      taskId: z.uuid().nullable(),
      total: z.number().int(),
      left: z.number().int(),
    }),
  },
  /** The latest batch of the user; null before the first. */
  'video.batchResult': { input: z.void(), output: zBatchResult.nullable() },
  /** The summary of a link: started when there is none yet, waited for at most `waitMs`. */
  'video.summary': {
    input: z.strictObject({
      url: zTypedText.max(4096),
      waitMs: z.number().int().min(0).max(60_000).default(30_000),
      noteLanguage: zLanguage.optional(),
      detail: zDetail.optional(),
    }),
    output: z.object({
      contentId: zContentId,
      status: zContentStatus,
      title: z.string(),
      summary: z.string().nullable(),
      problem: zProblem.nullable(),
    }),
  },
} as const;

import { z } from 'zod';
import {
  zCoverage,
  zDetail,
  zEmbed,
  zLanguage,
  zMedia,
  zModelUsage,
  zRejectedTrack,
  zSegment,
  zSourceChapter,
  zSourceKind,
  zTranscript,
} from '#engine/domain.ts';
import { errorCodes } from '#lib/app-error.ts';
import { mostChosen, titleLength } from '#lib/input-limits.ts';
import { zTaskState } from '#lib/task-event.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

export const zContentId = z.uuid();

export const zById = z.strictObject({ contentId: zContentId });

/** Without a note: `processing` unless it failed or was cancelled. With a note: `completed`, also while it is rewritten. */
export const zContentStatus = z.enum(['processing', 'completed', 'failed', 'cancelled']);
export type ContentStatus = z.infer<typeof zContentStatus>;

export const zProblem = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Problem = z.infer<typeof zProblem>;

/** For lists and the first paint; the task's stream continues from there. */
export const zRunState = z.object({
  stage: z.string(),
  percent: z.number(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  elapsedMs: z.number(),
});
export type RunState = z.infer<typeof zRunState>;

/** Everything that a page shows before a source text is opened. */
export const zContentOverview = z.object({
  contentId: zContentId,
  /** Changes when the source is read again. */
  extractionId: z.uuid().nullable(),
  kind: zSourceKind.nullable(),
  status: zContentStatus,
  /** Why it failed, or what is missing besides the note or player (`speech_not_configured`). */
  problem: zProblem.nullable(),
  title: z.string(),
  author: z.string().nullable(),
  siteName: z.string().nullable(),
  description: z.string().nullable(),
  sourceUrl: z.string().nullable(),
  publishedAt: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  language: z.string().nullable(),
  noteLanguage: zLanguage,
  noteDetail: zDetail,
  coverUrl: z.string().nullable(),
  /** `url`: a path on this server for stored media, else the media's address. */
  media: zMedia.pick({ type: true, mime: true }).extend({ url: z.string() }).nullable(),
  /** Null where there is stored media. */
  embed: zEmbed.nullable(),
  /** A PDF to show page by page; `pages` is null when they were not counted. */
  pdf: z.object({ url: z.string(), pages: z.number().int().positive().nullable() }).nullable(),
  originalFile: z.object({ url: z.string(), name: z.string() }).nullable(),
  /** Only the free part of the text could be read. */
  partial: z.boolean(),
  forSubscribers: z.boolean(),
  chapters: z.array(zSourceChapter),
  provenance: zTranscript.shape.provenance.nullable(),
  /** False for articles and documents, which are not in `subtitlesArray` either. */
  timed: z.boolean(),
  /** Subtitle tracks that were not used, also where there is no transcript. */
  rejectedTracks: z.array(zRejectedTrack),
  /** The transcript is one that the owner chose. */
  ownWords: z.boolean(),
  /** Whether `content.transcript` exists. */
  hasScript: z.boolean(),
  transcriptVersion: z.number().int(),
  /** Whether `content.sourceText` exists. */
  hasText: z.boolean(),
  /** The address for the sandboxed frame, where there is no article text. */
  articleFrameUrl: z.string().nullable(),
  note: z.string().nullable(),
  /** The base for an edit; null without a note. */
  noteVersionId: z.uuid().nullable(),
  noteMethod: z.enum(['model', 'extractive']).nullable(),
  noteModel: z.string().nullable(),
  /** Edited by its owner: `noteMethod` and `verified` describe the text before the edits. */
  noteEdited: z.boolean(),
  coverage: zCoverage.nullable(),
  /** Statements whose numbers and names were checked, and those that passed; null without a check. */
  verified: z.object({ statements: z.number().int(), standing: z.number().int() }).nullable(),
  /** Null without a model, or when tokens were not counted. */
  usage: zModelUsage.nullable(),
  /** The cost limit was reached: parts of the note are extractive. */
  costLimited: z.boolean(),
  /** The model of the owner's key, else of the server's; null without either. */
  availableModel: z.string().nullable(),
  run: zRunState.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ContentOverview = z.infer<typeof zContentOverview>;

export const zContentTranscript = z.object({
  extractionId: z.uuid().nullable(),
  /** With the owner's corrections; ids are indexes. */
  subtitlesArray: z.array(zSegment),
  /** Id of the last correction, the base for the next; 0 without any. */
  transcriptVersion: z.number().int(),
  transcriptEdits: z.number().int(),
});
export type ContentTranscript = z.infer<typeof zContentTranscript>;

export const zSourceText = z.object({
  extractionId: z.uuid().nullable(),
  /** The targets of the note's anchors. */
  paragraphs: z.array(zSegment),
  /** Its image addresses are paths on this server. */
  articleMarkdown: z.string().nullable(),
  /** The original addresses of those images, by the number in their path. */
  articleImages: z.array(z.string()),
});
export type SourceText = z.infer<typeof zSourceText>;

export const zContentDetail = z.object({ ...zContentOverview.shape, ...zContentTranscript.shape, ...zSourceText.shape });
export type ContentDetail = z.infer<typeof zContentDetail>;

/** The result of deleting chosen contents; while the task runs, the progress. */
export const zDeletionResult = z.object({
  taskId: z.uuid(),
  state: zTaskState.exclude(['queued']),
  total: z.number().int(),
  deleted: z.number().int(),
  /** The first few; in the end `total - deleted` have failed, unless it was cancelled. */
  failed: z.array(z.object({ contentId: zContentId, title: z.string() })),
});
export type DeletionResult = z.infer<typeof zDeletionResult>;

export const contentsContract = {
  /** The page requests the parts of this instead. */
  'content.detail': { input: zById, output: zContentDetail },
  'content.overview': { input: zById, output: zContentOverview },
  'content.sourceText': { input: zById, output: zSourceText },
  /** Only types whose title no site gives. Errors: `title_fixed`. */
  'content.rename': {
    input: z.strictObject({ contentId: zContentId, title: zTypedText.trim().min(1).max(titleLength) }),
    output: z.object({ title: z.string() }),
  },
  /** Also deletes its files and cancels running work. */
  'userNote.deleteContentWithCleanup': { input: zById, output: z.object({ deleted: z.literal(true) }) },
  /** Deletes many, as a task; other users' are left out. Errors: `not_found` when none is left, `work_in_progress`. */
  'userNote.deleteMany': {
    input: z.strictObject({ contentIds: z.array(zContentId).min(1).max(mostChosen) }),
    output: z.object({ taskId: z.uuid(), total: z.number().int() }),
  },
  /** The latest result; null before the first. */
  'userNote.deletionResult': { input: z.void(), output: zDeletionResult.nullable() },
} as const;

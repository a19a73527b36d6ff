/** Content records: what both sides know of one. The only file of this feature that both sides import. */
import { z } from 'zod';
import {
  zCoverage,
  zDetail,
  zEmbed,
  zLanguage,
  zMedia,
  zModelUsage,
  zSegment,
  zSourceChapter,
  zSourceKind,
  zStage,
  zTranscript,
} from '#engine/domain.ts';
import { errorCodes } from '#lib/app-error.ts';

export const zContentId = z.uuid();

/** The input of every call about one content. */
export const zById = z.strictObject({ contentId: zContentId });

/** No note and not failed is `processing`; a finished note is `completed`, also while a new one is being written. */
export const zContentStatus = z.enum(['processing', 'completed', 'failed', 'cancelled']);
export type ContentStatus = z.infer<typeof zContentStatus>;

export const zProblem = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Problem = z.infer<typeof zProblem>;

/** The latest stage of a run, for lists and for the first paint; the stream goes on from `lastEventId`. */
export const zRunState = z.object({
  stage: zStage,
  percent: z.number(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  elapsedMs: z.number(),
});
export type RunState = z.infer<typeof zRunState>;

/** The record, its note and what happens to it: all that a page shows before one of the source's texts is opened. */
export const zContentOverview = z.object({
  contentId: zContentId,
  /** Names what the source's texts are read from; it changes when the source is read anew. */
  extractionId: z.uuid().nullable(),
  /** Null until the source has been read. */
  kind: zSourceKind.nullable(),
  status: zContentStatus,
  /** Why it failed, or, with a note or player all the same, what is missing (`speech_not_configured`). */
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
  /** How much of the source the note tells. */
  noteDetail: zDetail,
  coverUrl: z.string().nullable(),
  /** `url` is a path on this server for stored media, or the address where it lives. */
  media: zMedia.pick({ type: true, mime: true }).extend({ url: z.string() }).nullable(),
  /** A site's own player, where there is no media of ours. */
  embed: zEmbed.nullable(),
  /** Only a part of the text is open to everyone, and only that part is here. */
  partial: z.boolean(),
  chapters: z.array(zSourceChapter),
  provenance: zTranscript.shape.provenance.nullable(),
  /** Is the script timed? Paragraphs of articles and documents are not, and are not in `subtitlesArray`. */
  timed: z.boolean(),
  /** There is a timed script: `content.transcript`. */
  hasScript: z.boolean(),
  /** Names the state of its corrections; 0 without any. */
  transcriptVersion: z.number().int(),
  /** There is a text to read: `content.sourceText`. */
  hasText: z.boolean(),
  /** For the sandboxed frame when there is no article text. */
  articleFrameUrl: z.string().nullable(),
  note: z.string().nullable(),
  /** What an edit of the note builds on; null without a note. */
  noteVersionId: z.uuid().nullable(),
  noteMethod: z.enum(['model', 'extractive']).nullable(),
  noteModel: z.string().nullable(),
  /** Changed since by its owner: `noteMethod` and `verified` are about what was written before that. */
  noteEdited: z.boolean(),
  coverage: zCoverage.nullable(),
  /** Statements whose numbers and names were looked up in the source, and how many stand; null without such a check. */
  verified: z.object({ statements: z.number().int(), standing: z.number().int() }).nullable(),
  /** What writing the note took of a model; null where none wrote it, or nobody counted. */
  usage: zModelUsage.nullable(),
  /** The note reached the limit of what one may cost: parts of it, or all, are the source's own sentences. */
  costLimited: z.boolean(),
  /** The model that would work for its owner now: of their own key, else the server's; null where there is neither. */
  availableModel: z.string().nullable(),
  /** A run that is writing this note now. */
  run: zRunState.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ContentOverview = z.infer<typeof zContentOverview>;

export const zContentTranscript = z.object({
  extractionId: z.uuid().nullable(),
  /** The timed script as its owner corrected it; ids are places in the list. */
  subtitlesArray: z.array(zSegment),
  /** Names the state of the corrections, for the next one to build on; 0 without any. */
  transcriptVersion: z.number().int(),
  transcriptEdits: z.number().int(),
});
export type ContentTranscript = z.infer<typeof zContentTranscript>;

/** Of a page or a document. */
export const zSourceText = z.object({
  extractionId: z.uuid().nullable(),
  /** Paragraphs that the note's anchors point to. */
  paragraphs: z.array(zSegment),
  /** Image addresses in it are paths on this server. */
  articleMarkdown: z.string().nullable(),
});
export type SourceText = z.infer<typeof zSourceText>;

export const zContentDetail = z.object({ ...zContentOverview.shape, ...zContentTranscript.shape, ...zSourceText.shape });
export type ContentDetail = z.infer<typeof zContentDetail>;

export const contentsContract = {
  /** Everything about a content at once. A page asks for its parts. */
  'content.detail': { input: zById, output: zContentDetail },
  'content.overview': { input: zById, output: zContentOverview },
  'content.sourceText': { input: zById, output: zSourceText },
  /** Deletes the record with its notes, subtitles, audio and files; running work for it is cancelled. */
  'userNote.deleteContentWithCleanup': { input: zById, output: z.object({ deleted: z.literal(true) }) },
} as const;

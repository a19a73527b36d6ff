/** Content records, their notes and the runs that write them. The only file of this feature that both sides import. */
import { z } from 'zod';
import {
  zCoverage,
  zDetail,
  zEmbed,
  zLanguage,
  zMedia,
  zModelUsage,
  zProgressEvent,
  zSegment,
  zSourceChapter,
  zSourceKind,
  zStage,
  zTranscript,
} from '#engine/model.ts';
import { errorCodes } from '#lib/app-error.ts';
import { maxMarkdownLength } from '#lib/markdown/limits.ts';
import { taskWordsLength } from '#lib/note-tasks.ts';
import { zTypedText } from '#lib/typed-text.ts';

export const zContentId = z.uuid();

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

export const zContentDetail = z.object({
  contentId: zContentId,
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
  /** As the owner corrected them; ids are places in the list. */
  subtitlesArray: z.array(zSegment),
  /** Names the state of the corrections, for the next one to build on; 0 without any. */
  transcriptVersion: z.number().int(),
  transcriptEdits: z.number().int(),
  /** Paragraphs that the note's anchors point to, for untimed sources. */
  paragraphs: z.array(zSegment),
  /** Image addresses in it are paths on this server. */
  articleMarkdown: z.string().nullable(),
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
export type ContentDetail = z.infer<typeof zContentDetail>;

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

export const zTranslation = z.object({
  /** Null: nobody has asked for it yet. */
  state: z.enum(['running', 'completed', 'failed', 'cancelled']).nullable(),
  problem: zProblem.nullable(),
  /** In the order of `subtitlesArray`; null where a line is not translated. */
  lines: z.array(z.string().nullable()),
  done: z.number().int(),
  total: z.number().int(),
});
export type Translation = z.infer<typeof zTranslation>;

export const zNoteVersion = z.object({
  versionId: z.uuid(),
  createdAt: z.iso.datetime(),
  method: z.enum(['model', 'extractive', 'edited']),
  model: z.string().nullable(),
  /** The first words of the note, to recognise it by; empty when it has none. */
  preview: z.string(),
  isCurrent: z.boolean(),
});
export type NoteVersion = z.infer<typeof zNoteVersion>;

/** One stored event of a run, as the stream delivers it. */
export const zContentEvent = z.object({ contentId: zContentId, event: zProgressEvent });
export type ContentEvent = z.infer<typeof zContentEvent>;

/** What the owner's home shows as running. */
export const zRunningItem = z.object({
  contentId: zContentId,
  title: z.string(),
  kind: zSourceKind.nullable(),
  sourceUrl: z.string().nullable(),
  coverUrl: z.string().nullable(),
  run: zRunState,
  /** It was queued together with others. */
  batchId: z.uuid().nullable(),
});
export type RunningItem = z.infer<typeof zRunningItem>;

/** Work that was queued together and has not ended. */
export const zRunningBatch = z.object({
  batchId: z.uuid(),
  title: z.string(),
  url: z.string(),
  total: z.number().int(),
  /** Ended, however it ended. */
  done: z.number().int(),
  /** Being worked on now. */
  active: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  /** When nothing is being worked on: about when its site may be asked again. */
  until: z.iso.datetime().nullable(),
});
export type RunningBatch = z.infer<typeof zRunningBatch>;

/** Texts of lines that a user writes. */
const zLineText = zTypedText.trim().min(1).max(4000);
const zSpeakerName = zTypedText.trim().min(1).max(80);
const zLineRef = { line: z.number().int().nonnegative(), startMs: z.number().nonnegative(), was: zTypedText.max(100_000) };

/** `TranscriptEdit` of `lib/transcript-edits.ts`. */
export const zTranscriptEdit = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), ...zLineRef, text: zLineText }),
  z.strictObject({ type: z.literal('merge'), ...zLineRef, next: zTypedText.max(100_000) }),
  z.strictObject({ type: z.literal('split'), ...zLineRef, at: z.number().int().positive() }),
  z.strictObject({ type: z.literal('speaker'), ...zLineRef, speaker: zSpeakerName.nullable() }),
  z.strictObject({ type: z.literal('rename'), from: zTypedText.min(1).max(400), to: zSpeakerName }),
]);

export const zEditedTranscript = z.object({
  version: z.number().int(),
  /** How many corrections stand. */
  edits: z.number().int(),
  /** The note, when it quoted the line and follows it now; null when it does not. */
  note: z.object({ markdown: z.string(), versionId: z.uuid(), places: z.number().int(), updatedAt: z.iso.datetime() }).nullable(),
});
export type EditedTranscript = z.infer<typeof zEditedTranscript>;

const zById = z.strictObject({ contentId: zContentId });

export const summariesContract = {
  'content.detail': { input: zById, output: zContentDetail },
  'content.running': { input: z.void(), output: z.object({ items: z.array(zRunningItem), batches: z.array(zRunningBatch) }) },
  /**
   * Stored events first, then live ones. With `contentId`: everything about that content, partial notes included.
   * Without: stage and end events of all of the user's running work. `lastEventId` resumes behind that event.
   */
  'content.progress': {
    input: z.strictObject({ contentId: zContentId.optional(), lastEventId: z.string().max(20).optional() }),
    output: zContentEvent,
  },
  'content.cancel': { input: zById, output: z.object({ status: zContentStatus }) },
  'content.summarizeAgain': {
    input: z.strictObject({ contentId: zContentId, noteLanguage: zLanguage.optional(), detail: zDetail.optional() }),
    output: z.object({ status: zContentStatus }),
  },
  'content.versions': { input: zById, output: z.object({ versions: z.array(zNoteVersion) }) },
  'content.version': {
    input: z.strictObject({ contentId: zContentId, versionId: z.uuid() }),
    output: z.object({ note: z.string() }),
  },
  'content.restore': {
    input: z.strictObject({ contentId: zContentId, versionId: z.uuid() }),
    output: z.object({ note: z.string() }),
  },
  /** The note as its owner wants it. Errors: `note_conflict` when it changed since `baseVersionId`. */
  'content.saveNote': {
    input: z.strictObject({
      contentId: zContentId,
      baseVersionId: z.uuid().nullable(),
      note: zTypedText.max(maxMarkdownLength),
      /** Keep the version this builds on in the history, also when it is a moment old: after a conflict both sides stay. */
      keepBase: z.boolean().optional(),
    }),
    output: z.object({ versionId: z.uuid(), updatedAt: z.iso.datetime() }),
  },
  /** Ticks a todo item of the note or unticks it, whatever else of the note has changed. Errors: `note_conflict` when it is gone. */
  'content.setTask': {
    input: z.strictObject({
      contentId: zContentId,
      /** As it was seen: its line, counted from 0, and the first of its words. */
      line: z.number().int().nonnegative(),
      words: zTypedText.max(taskWordsLength),
      done: z.boolean(),
    }),
    output: z.object({ note: z.string(), versionId: z.uuid(), updatedAt: z.iso.datetime() }),
  },
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
  /** The script in another language, as far as it is translated. */
  'content.translation': { input: z.strictObject({ contentId: zContentId, language: zLanguage }), output: zTranslation },
  /** Translates what is not translated yet. Errors: `llm_not_configured`, `subtitles_missing`. */
  'content.translate': {
    input: z.strictObject({ contentId: zContentId, language: zLanguage }),
    output: z.object({ state: z.literal('running') }),
  },
  /** What is translated by then is kept. */
  'content.cancelTranslation': {
    input: z.strictObject({ contentId: zContentId, language: zLanguage }),
    output: z.object({ state: zTranslation.shape.state }),
  },
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
  /** Deletes the record with its notes, subtitles, audio and files; running work for it is cancelled. */
  'userNote.deleteContentWithCleanup': { input: zById, output: z.object({ deleted: z.literal(true) }) },
} as const;

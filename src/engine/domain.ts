/**
 * What the engine works with, as Zod schemas so that stored results are checked when they are read back.
 * Browser-safe: imports Zod, `lib` and shared parts of the engine.
 */
import { z } from 'zod';
import { errorCodes } from '#lib/app-error.ts';
import { noteLanguages } from '#lib/languages.ts';
import { videoSiteIds } from './sites/shared/video-sites.ts';

export const zLanguage = z.enum(noteLanguages);
export type Language = z.infer<typeof zLanguage>;

/**
 * One line of a transcript or one paragraph of an article. `id` is its index in the transcript.
 * Times are milliseconds from the start of the media; null for text that has no timeline.
 */
export const zSegment = z.object({
  id: z.number().int().nonnegative(),
  startMs: z.number().nonnegative().nullable(),
  endMs: z.number().nonnegative().nullable(),
  text: z.string(),
  speaker: z.string().optional(),
  /** Of a document that has pages, counted from 1. */
  page: z.number().int().positive().optional(),
});
export type Segment = z.infer<typeof zSegment>;

export const zTranscriptOrigin = z.enum(['human', 'automatic', 'speech', 'page', 'document', 'description']);

/** Why a caption track was not used. */
export const zTrackFault = z.enum([
  'unavailable',
  'empty',
  'too_few_words',
  'too_many_words',
  'repeated',
  'other_language',
  'beyond_media',
  'cut_short',
  'other_video',
  'mostly_music',
  'damaged',
]);
export type TrackFault = z.infer<typeof zTrackFault>;

export const zRejectedTrack = z.object({ track: z.string(), fault: zTrackFault });
export type RejectedTrack = z.infer<typeof zRejectedTrack>;

/**
 * `human`/`automatic` say who made a subtitle track, `speech` that we listened ourselves; `page` and `document` are
 * paragraphs of text; `description` is only what the source says about itself, where its words could not be had.
 */
export const zTranscript = z.object({
  timed: z.boolean(),
  /** BCP 47 tag as the source gives it (`zh-Hans`, `eng`), or what was detected; null when unknown. */
  language: z.string().nullable(),
  provenance: z.object({
    origin: zTranscriptOrigin,
    /** The track or file it came from, as a user would recognise it: `embedded track 2 (zh)`, `talk.srt`. */
    track: z.string(),
    /** Tracks that were there and not trusted, in the order they were tried. */
    rejected: z.array(zRejectedTrack).optional(),
    /** Of `speech`: the sound that was really given to the recogniser, in ms; silence is not, and no header is believed. */
    heardMs: z.number().nonnegative().optional(),
  }),
  segments: z.array(zSegment),
});
export type Transcript = z.infer<typeof zTranscript>;

export const zSourceChapter = z.object({ title: z.string(), startMs: z.number().nonnegative() });
export type SourceChapter = z.infer<typeof zSourceChapter>;

/** A heading of a text without a timeline, and the first segment under it. */
export const zSection = z.object({ title: z.string(), segmentId: z.number().int().nonnegative() });
export type Section = z.infer<typeof zSection>;

/** What kind of thing the source is; decides the player, the tabs and the summariser's treatment. */
export const zSourceKind = z.enum(['video', 'audio', 'page', 'document', 'subtitles']);
export type SourceKind = z.infer<typeof zSourceKind>;

/** Media the player can use: either stored by us (`blob`) or streamed from where it lives (`url`). */
export const zMedia = z.object({
  type: z.enum(['video', 'audio']),
  mime: z.string(),
  blob: z.string().nullable(),
  url: z.string().nullable(),
});

/** A site's own player, for sources whose media we do not keep. */
export const zEmbed = z.object({
  player: z.enum(videoSiteIds),
  /** The site's id of the video: `dQw4w9WgXcQ`, `BV1xx411c7mD`. */
  id: z.string(),
  /** Of a video in several parts, counted from 1. */
  part: z.number().int().positive().optional(),
});

/** Everything known about a link or file before a word is summarised. */
export const zExtracted = z.object({
  kind: zSourceKind,
  canonicalUrl: z.string().nullable(),
  title: z.string(),
  author: z.string().nullable(),
  siteName: z.string().nullable(),
  description: z.string().nullable(),
  /** ISO 8601 date or date-time. */
  publishedAt: z.string().nullable(),
  language: z.string().nullable(),
  durationMs: z.number().nonnegative().nullable(),
  /** Where the cover is on the web, for records that keep a link to it. */
  coverUrl: z.string().nullable(),
  /** The cover as stored by us (a blob key), shown in the interface. */
  coverBlob: z.string().nullable(),
  media: zMedia.nullable(),
  /** Absent or null where the media itself can be played, or nothing can. */
  embed: zEmbed.nullable().optional(),
  chapters: z.array(zSourceChapter),
  /** The chapters of a document, by its own headings. */
  sections: z.array(zSection).optional(),
  /** Only a part of the text is open to everyone, and only that part is here. */
  partial: z.boolean().optional(),
  /** The article as Markdown with absolute image addresses; null when the source has no article. */
  articleMarkdown: z.string().nullable(),
  transcript: zTranscript.nullable(),
  /** Languages in which its creator offers the words; a run that wants one of them looks again. Absent where that is not known. */
  captionLanguages: z.array(z.string()).optional(),
  /** Why there is no transcript, or, where a description stands in its place, why no more: the typed state the user sees (for example `media_no_subtitles`). */
  problem: z.enum(errorCodes).nullable(),
});
export type Extracted = z.infer<typeof zExtracted>;

/**
 * A statement and the segments it rests on. `segmentIds` are ascending, unique and exist. `unverified` is there when the
 * statement could not be checked against them: the numbers and names that were not found, empty when it points nowhere.
 */
const zStatement = z.object({
  text: z.string(),
  segmentIds: z.array(z.number().int().nonnegative()),
  unverified: z.array(z.string()).optional(),
});
export const zPoint = zStatement.extend({ details: z.array(zStatement).optional() });
export type Point = z.infer<typeof zPoint>;

export const zChapter = z.object({
  title: z.string(),
  startMs: z.number().nonnegative().nullable(),
  /** Every segment of the chapter, from its first to its last. */
  segmentIds: z.array(z.number().int().nonnegative()),
  points: z.array(zPoint),
  /** Numbers and names of its title that its lines do not hold. */
  unverified: z.array(z.string()).optional(),
  /** Sentences of the source itself, in a note that a model wrote otherwise. */
  extractive: z.boolean().optional(),
});
export type Chapter = z.infer<typeof zChapter>;

/** How much a note tells: every length covers the whole source. */
export const zDetail = z.enum(['brief', 'standard', 'detailed']);
export type Detail = z.infer<typeof zDetail>;

/** What a piece of work took of a model. */
export const zModelUsage = z.object({
  calls: z.number().int().nonnegative(),
  inputTokens: z.number().int().nonnegative(),
  /** Of the input, what the provider had kept from earlier requests. */
  cachedTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  /** Calls of which the provider did not say what they took: counted from their text. */
  estimatedCalls: z.number().int().nonnegative(),
  /** US dollars at list prices; null when the model's price is not known. */
  costUsd: z.number().nonnegative().nullable(),
});
export type ModelUsage = z.infer<typeof zModelUsage>;

/** The one output of every summariser. */
export const zOutline = z.object({
  /** `extractive`: sentences of the source itself, chosen without a model, and labelled as such. */
  method: z.enum(['model', 'extractive']),
  model: z.string().nullable(),
  language: zLanguage,
  /** Model: one point holding the paragraph. Extractive: the chosen sentences in order. */
  abstract: z.array(zPoint),
  chapters: z.array(zChapter),
  /** Without `#`, in order of weight. */
  tags: z.array(z.string()),
  /** What checking the model's output found; zeros for the extractive summariser. */
  checks: z.object({
    droppedReferences: z.number().int(),
    quotesVerified: z.number().int(),
    quotesRepaired: z.number().int(),
    quotesUnmarked: z.number().int(),
    /** Points and details whose numbers and names were looked up in the source, and those that stand. */
    statements: z.number().int().default(0),
    statementsVerified: z.number().int().default(0),
  }),
  /** Of a model's work: the wording it was asked with, and what it took; null where nobody counted. */
  writing: z.object({ promptVersion: z.number().int(), usage: zModelUsage.nullable() }).optional(),
  /** The limit of what one note may cost was reached: what is missing of the model's is the source's own sentences. */
  costLimited: z.boolean().optional(),
});
export type Outline = z.infer<typeof zOutline>;
/** As earlier versions stored it. */
export type StoredOutline = z.input<typeof zOutline>;

/**
 * Which share of the source the note rests on. `slices` cuts the source into equal parts (time for media,
 * text length otherwise), each 1 when a section covers it and a point refers into it, 0.5 when only covered.
 */
export const zCoverage = z.object({ share: z.number().min(0).max(1), slices: z.array(z.number().min(0).max(1)) });
export type Coverage = z.infer<typeof zCoverage>;

export const zNote = z.object({ markdown: z.string(), outline: zOutline, coverage: zCoverage });
export type Note = z.infer<typeof zNote>;
export type StoredNote = z.input<typeof zNote>;

export const zStage = z.enum(['queued', 'resolve', 'transcript', 'outline', 'note']);
export type Stage = z.infer<typeof zStage>;

/** Message codes of progress lines; the interface translates them. */
export const zProgressCode = z.enum([
  'queued',
  'fetching_page',
  'reading_page',
  'downloading_media',
  'probing_media',
  'reading_subtitles',
  'reading_document',
  'making_cover',
  'finding_chapters',
  'choosing_sentences',
  'asking_model',
  'writing_section',
  'merging_sections',
  'checking_quotes',
  'rendering_note',
  'resuming',
  'waiting_provider',
  'waiting_space',
  'reading_video_page',
  'fetching_captions',
  'checking_captions',
  'downloading_audio',
  'decoding_audio',
  'loading_speech_model',
  'fetching_speech_model',
  'transcribing',
  'rendering_page',
  'waiting_site',
]);
export type ProgressCode = z.infer<typeof zProgressCode>;

/** The one progress union: the engine emits it, the job stores it, the stream delivers it, the interface renders it. */
export const zProgressEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stage'),
    stage: zStage,
    /** Of the whole run, 0–100, never falling. */
    percent: z.number().min(0).max(100),
    code: zProgressCode,
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    elapsedMs: z.number().nonnegative(),
  }),
  /** The note so far: keep the first `offset` characters of what you have and append `text`. */
  z.object({ type: z.literal('partial'), offset: z.number().int().nonnegative(), text: z.string(), elapsedMs: z.number() }),
  z.object({ type: z.literal('completed'), elapsedMs: z.number() }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(errorCodes),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    elapsedMs: z.number(),
  }),
  z.object({ type: z.literal('cancelled'), elapsedMs: z.number() }),
]);
export type ProgressEvent = z.infer<typeof zProgressEvent>;

/** Zod schemas, so that stored results are checked when they are read. Browser-safe. */
import { z } from 'zod';
import { errorCodes } from '#lib/app-error.ts';
import { noteLanguages } from '#lib/languages.ts';
import { noteDetails } from '#lib/notes/note-details.ts';
import { videoSiteIds } from './sites/shared/video-sites.ts';

export const zLanguage = z.enum(noteLanguages);
export type Language = z.infer<typeof zLanguage>;

/** A line of a transcript or a paragraph of an article. `id` is its index; times are ms, null without a timeline. */
export const zSegment = z.object({
  id: z.number().int().nonnegative(),
  startMs: z.number().nonnegative().nullable(),
  endMs: z.number().nonnegative().nullable(),
  text: z.string(),
  speaker: z.string().optional(),
  page: z.number().int().positive().optional(),
});
export type Segment = z.infer<typeof zSegment>;

export const zTranscriptOrigin = z.enum(['human', 'automatic', 'speech', 'page', 'document', 'description']);

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

/** `human` and `automatic`: who made the subtitles; `speech`: our own recognition; `description`: in place of a transcript. */
export const zTranscript = z.object({
  timed: z.boolean(),
  /** BCP 47 as the source gives it or as detected; null when unknown. */
  language: z.string().nullable(),
  provenance: z.object({
    origin: zTranscriptOrigin,
    /** A name that a user would recognise: `embedded track 2 (zh)`, `talk.srt`. */
    track: z.string(),
    rejected: z.array(zRejectedTrack).optional(),
    /** The fault of a track that was used because its user chose it. */
    untrusted: zTrackFault.optional(),
    /** Cues that started past the end of the media and were left out. */
    lateCues: z.number().int().positive().optional(),
    /** For `speech`: ms of the recording that the recogniser was given; silence is left out, overlaps count once. */
    heardMs: z.number().nonnegative().optional(),
  }),
  segments: z.array(zSegment),
});
export type Transcript = z.infer<typeof zTranscript>;

export const zSourceChapter = z.object({ title: z.string(), startMs: z.number().nonnegative() });
export type SourceChapter = z.infer<typeof zSourceChapter>;

/** A heading of untimed text and the first segment under it. */
export const zSection = z.object({ title: z.string(), segmentId: z.number().int().nonnegative() });
export type Section = z.infer<typeof zSection>;

export const zSourceKind = z.enum(['video', 'audio', 'page', 'document', 'subtitles']);
export type SourceKind = z.infer<typeof zSourceKind>;

/** Stored by us (`blob`) or streamed from its site (`url`). */
export const zMedia = z.object({
  type: z.enum(['video', 'audio']),
  mime: z.string(),
  blob: z.string().nullable(),
  url: z.string().nullable(),
});

export const zDocumentFacts = z.object({
  format: z.enum(['pdf', 'epub', 'docx']),
  pages: z.number().int().positive().nullable(),
});

export const zEmbed = z.object({
  player: z.enum(videoSiteIds),
  id: z.string(),
  part: z.number().int().positive().optional(),
});

export const zExtracted = z.object({
  kind: zSourceKind,
  canonicalUrl: z.string().nullable(),
  title: z.string(),
  titleFromName: z.boolean().optional(),
  author: z.string().nullable(),
  siteName: z.string().nullable(),
  description: z.string().nullable(),
  publishedAt: z.string().nullable(),
  language: z.string().nullable(),
  durationMs: z.number().nonnegative().nullable(),
  coverUrl: z.string().nullable(),
  /** A blob key. A cover that can only be made later is added to the stored record. */
  coverBlob: z.string().nullable(),
  iconUrl: z.string().optional(),
  media: zMedia.nullable(),
  /** Absent or null when the media itself can be played, or when nothing can. */
  embed: zEmbed.nullable().optional(),
  /** Absent for plain text, and in records stored by earlier versions. */
  document: zDocumentFacts.optional(),
  chapters: z.array(zSourceChapter),
  sections: z.array(zSection).optional(),
  /** The site served only a part of the text. */
  partial: z.boolean().optional(),
  /** The publisher marks the page as for subscribers; the text is whatever was served. */
  forSubscribers: z.boolean().optional(),
  articleMarkdown: z.string().nullable(),
  transcript: zTranscript.nullable(),
  rejected: z.array(zRejectedTrack).optional(),
  /** Set while only the words are known, which came in a file beside a recording: a run reads that, and adds what it says. */
  recordingUnread: z.boolean().optional(),
  /** Languages of the creator's captions; a run that wants one of them reads the source again. Absent when unknown. */
  captionLanguages: z.array(z.string()).optional(),
  /** Why there is no transcript, or only a description. */
  problem: z.enum(errorCodes).nullable(),
});
export type Extracted = z.infer<typeof zExtracted>;

/** `segmentIds` are valid, ascending and unique. `unverified`: numbers and names not found there; empty when nothing is cited. */
const zStatement = z.object({
  text: z.string(),
  segmentIds: z.array(z.number().int().nonnegative()),
  unverified: z.array(z.string()).optional(),
  /** The words are the source's; openers or clauses at the ends were left out. */
  shortened: z.boolean().optional(),
});
export const zPoint = zStatement.extend({ details: z.array(zStatement).optional() });
export type Point = z.infer<typeof zPoint>;

export const zChapter = z.object({
  title: z.string(),
  startMs: z.number().nonnegative().nullable(),
  segmentIds: z.array(z.number().int().nonnegative()),
  points: z.array(zPoint),
  /** Numbers and names in the title that the chapter's lines do not contain. */
  unverified: z.array(z.string()).optional(),
  extractive: z.boolean().optional(),
});
export type Chapter = z.infer<typeof zChapter>;

export const zDetail = z.enum(noteDetails);
export type Detail = z.infer<typeof zDetail>;

export const zModelUsage = z.object({
  calls: z.number().int().nonnegative(),
  inputTokens: z.number().int().nonnegative(),
  cachedTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  estimatedCalls: z.number().int().nonnegative(),
  /** At list prices; null when the price is unknown. */
  costUsd: z.number().nonnegative().nullable(),
});
export type ModelUsage = z.infer<typeof zModelUsage>;

export const zOutline = z.object({
  /** `extractive`: sentences of the source, chosen without a model. */
  method: z.enum(['model', 'extractive']),
  model: z.string().nullable(),
  language: zLanguage,
  /** Set when the source's title is only a file name. */
  title: z.string().optional(),
  /** Model: one point with the paragraph. Extractive: the chosen sentences in order. */
  abstract: z.array(zPoint),
  chapters: z.array(zChapter),
  tags: z.array(z.string()),
  checks: z.object({
    droppedReferences: z.number().int(),
    quotesVerified: z.number().int(),
    quotesRepaired: z.number().int(),
    quotesUnmarked: z.number().int(),
    statements: z.number().int().default(0),
    statementsVerified: z.number().int().default(0),
  }),
  writing: z.object({ promptVersion: z.number().int(), usage: zModelUsage.nullable() }).optional(),
  costLimited: z.boolean().optional(),
});
export type Outline = z.infer<typeof zOutline>;
export type StoredOutline = z.input<typeof zOutline>;

/** `slices` are equal parts of the source: 1 where a point cites the part, 0.5 where a section only covers it. */
export const zCoverage = z.object({ share: z.number().min(0).max(1), slices: z.array(z.number().min(0).max(1)) });
export type Coverage = z.infer<typeof zCoverage>;

export const zNote = z.object({ markdown: z.string(), outline: zOutline, coverage: zCoverage });
export type Note = z.infer<typeof zNote>;
export type StoredNote = z.input<typeof zNote>;

export const zStage = z.enum(['queued', 'resolve', 'transcript', 'outline', 'note']);
export type Stage = z.infer<typeof zStage>;

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

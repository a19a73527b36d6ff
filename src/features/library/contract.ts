import { z } from 'zod';
import { zContentId, zContentStatus, zProblem, zRunState } from '#features/contents/contract.ts';
import { contentTypes } from '#lib/content-type.ts';
import { mostChosen } from '#lib/input-limits.ts';
import { isTimeZone } from '#lib/is-time-zone.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { tagLength } from './shared/library-address.ts';
import { longestKeyword, mostFound, mostQuicklyFound } from './shared/limits-of-search.ts';
import { defaultPageSize } from './shared/page-sizes.ts';
import { sorts } from './shared/sorts.ts';

export const zContentType = z.enum(contentTypes);

/** Field names are those of the product specification. */
export const zContentRow = z.object({
  content_id: zContentId,
  title: z.string(),
  source_url: z.string().nullable(),
  audio_url: z.string().nullable(),
  cover_url: z.string().nullable(),
  /** Plain text; null without a note. */
  excerpt: z.string().nullable(),
  tags: z.array(z.string()),
  content_type: zContentType,
  status: zContentStatus,
  /** Why there is no note, or why the last attempt failed. */
  problem: zProblem.nullable(),
  highlightCount: z.number().int(),
  /** The number of todo items in the note that are not done, and that are. */
  open_todos: z.number().int(),
  done_todos: z.number().int(),
  published_at: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  description: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  loading: z.boolean(),
  run: zRunState.nullable(),
  content: z.object({ user_id: z.string() }),
});
export type ContentRow = z.infer<typeof zContentRow>;

/** A row must pass all of these filters. */
export const zLibraryFilters = {
  type: zContentType.optional(),
  /** A tag of the note, spelled as in the note, without `#`. */
  tag: z.string().min(1).max(tagLength).optional(),
  smartFolder: z.uuid().optional(),
  highlighted: z.boolean().optional(),
  notInCollection: z.boolean().optional(),
  favorited: z.boolean().optional(),
  /** Only notes with todo items that are not done. */
  todo: z.boolean().optional(),
  watchLater: z.boolean().optional(),
} as const;
const zFilters = z.strictObject(zLibraryFilters);
export type LibraryFilters = z.infer<typeof zFilters>;

/** Titles and notes are compared by their first hundred characters, ignoring case. */
const zSort = z.enum(sorts).optional();

const zRange = z.object({ start: z.number().int().nonnegative(), end: z.number().int().positive() });

/** A place where the words of a search were found, as plain text; `ranges` are in UTF-16 units. */
export const zMatch = z.object({
  where: z.enum(['title', 'note', 'description', 'transcript']),
  snippet: z.string(),
  ranges: z.array(zRange),
  /** Start of the transcript's line, or of the first place that the line of the note cites; null without times. */
  startMs: z.number().int().nonnegative().nullable(),
  /** The paragraph instead, if the source has no times. */
  paragraph: z.number().int().nonnegative().nullable(),
});
export type Match = z.infer<typeof zMatch>;

/** `matches`: best first, one per `where`. No description; no excerpt if the row has a title and a match outside it. */
export const zFoundRow = zContentRow.extend({
  matches: z.array(zMatch),
  /** Only the title, and only nearly: the words are there with a slip of the fingers. */
  near: z.boolean(),
});
export type FoundRow = z.infer<typeof zFoundRow>;

const zKeyword = zTypedText.max(longestKeyword).transform((keyword) => keyword.trim());

export const zQuickFound = z.object({
  content_id: zContentId,
  title: z.string(),
  content_type: zContentType,
  cover_url: z.string().nullable(),
  updated_at: z.iso.datetime(),
  match: zMatch,
});
export type QuickFound = z.infer<typeof zQuickFound>;

/** The search index is updated by a job; false until it covers every content. */
const zIndexed = z.boolean();

export const libraryContract = {
  /** Newest first by default. Errors: `bad_request` for a cursor of another sort, `not_found` for an unknown smart folder. */
  'user.videos': {
    input: z.strictObject({
      limit: z.number().int().min(1).max(100).default(defaultPageSize),
      cursor: z.string().max(1000).optional(),
      sort: zSort,
      ...zLibraryFilters,
    }),
    output: z.object({
      uniqueVideos: z.array(zContentRow),
      /** The number of rows on all pages. */
      count: z.number().int(),
      /** Counted without the filters. */
      typeCounts: z.record(zContentType, z.number().int()),
      nextCursor: z.string().nullable(),
    }),
  },
  /** A page number past the end gives the last page; an empty list has one empty page. Errors: as `user.videos`. */
  'user.videosByPage': {
    input: z.strictObject({
      page: z.number().int().min(1).max(1_000_000),
      pageSize: z.number().int().min(1).max(100).default(defaultPageSize),
      sort: zSort,
      ...zLibraryFilters,
    }),
    output: z.object({
      uniqueVideos: z.array(zContentRow),
      count: z.number().int(),
      typeCounts: z.record(zContentType, z.number().int()),
      totalPages: z.number().int(),
      currentPage: z.number().int(),
      redirectedToLastPage: z.boolean(),
    }),
  },
  /** The ids of all rows that pass the filters, in list order; cut after the limit. Errors: `not_found`. */
  'user.videoIds': {
    input: z.strictObject({ sort: zSort, ...zLibraryFilters }),
    output: z.object({ ids: z.array(zContentId).max(mostChosen) }),
  },
  /**
   * Every word must be in the title, note and description together, or in the transcript. Best first: whole words, then the
   * beginning of a word, then inside one; title, note, description, transcript; newest first. No letters, no results. Where nothing is found, titles that nearly have the words.
   */
  'user.searchVideos': {
    input: z.strictObject({
      limit: z.number().int().min(1).max(mostFound).default(mostFound),
      keyword: zKeyword,
      inTranscripts: z.boolean().default(false),
      sort: zSort,
      ...zLibraryFilters,
    }),
    /** `cut`: there are more, which were left out. */
    output: z.object({ searchResults: z.array(zFoundRow), cut: z.boolean(), complete: zIndexed }),
  },
  /** For the list under a search field: at most `limit` per group; a content appears only in the first group that has it. */
  'library.find': {
    input: z.strictObject({ keyword: zKeyword, limit: z.number().int().min(1).max(mostQuicklyFound).default(5) }),
    output: z.object({
      titles: z.array(zQuickFound),
      notes: z.array(zQuickFound),
      transcripts: z.array(zQuickFound),
      complete: zIndexed,
    }),
  },
  /** The tags of all notes, the most used first. */
  'user.tags': {
    input: z.void(),
    output: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.number().int() })) }),
  },
  /** How many notes were last changed on each day through `to`, or of the twelve months from `from`; days with none are left out. */
  'user.noteDays': {
    input: z.strictObject({ from: z.iso.date(), to: z.iso.date().optional(), zone: z.string().max(64).refine(isTimeZone) }),
    output: z.object({ days: z.array(z.object({ day: z.iso.date(), count: z.number().int() })) }),
  },
} as const;

/** The only file of this feature that both sides import. */
import { z } from 'zod';
import { zContentId, zContentStatus, zProblem, zRunState } from '#features/contents/contract.ts';
import { contentTypes } from '#lib/content-type.ts';
import { defaultPageSize } from './shared/page-sizes.ts';

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

/** Rows that all of them let through. */
export const zLibraryFilters = {
  type: zContentType.optional(),
  /** Of the note, as it is written, without `#`. */
  tag: z.string().min(1).max(100).optional(),
  smartFolder: z.uuid().optional(),
  highlighted: z.boolean().optional(),
  notInCollection: z.boolean().optional(),
  favorited: z.boolean().optional(),
  /** With items that are not done. */
  todo: z.boolean().optional(),
} as const;
const zFilters = z.strictObject(zLibraryFilters);
export type LibraryFilters = z.infer<typeof zFilters>;

export const libraryContract = {
  /** Newest first. Errors: `not_found` for an unknown smart folder. */
  'user.videos': {
    input: z.strictObject({
      limit: z.number().int().min(1).max(100).default(defaultPageSize),
      cursor: z.string().max(200).optional(),
      ...zLibraryFilters,
    }),
    output: z.object({
      uniqueVideos: z.array(zContentRow),
      /** Of all pages. */
      count: z.number().int(),
      /** Without filters. */
      typeCounts: z.record(zContentType, z.number().int()),
      nextCursor: z.string().nullable(),
    }),
  },
  /** A page behind the last one answers with the last; without any rows there is one empty page. Errors: as `user.videos`. */
  'user.videosByPage': {
    input: z.strictObject({
      page: z.number().int().min(1).max(1_000_000),
      pageSize: z.number().int().min(1).max(100).default(defaultPageSize),
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
} as const;

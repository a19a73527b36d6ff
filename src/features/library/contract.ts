/** The only file of this feature that both sides import. */
import { z } from 'zod';
import { zContentId, zContentStatus, zProblem, zRunState } from '#features/contents/contract.ts';
import { contentTypes } from '#lib/content-type.ts';

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

export const libraryContract = {
  'user.videos': {
    input: z.strictObject({
      limit: z.number().int().min(1).max(100).default(30),
      cursor: z.string().max(200).optional(),
      type: zContentType.optional(),
    }),
    output: z.object({
      uniqueVideos: z.array(zContentRow),
      count: z.number().int(),
      typeCounts: z.record(zContentType, z.number().int()),
      nextCursor: z.string().nullable(),
    }),
  },
} as const;

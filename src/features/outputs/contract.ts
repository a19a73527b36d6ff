/** What was made of contents, by kind. Field names are those of the product specification. The only file that both sides import. */
import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';

const zPage = z.strictObject({
  limit: z.number().int().min(1).max(100).default(30),
  cursor: z.string().max(200).optional(),
});
const zStamps = { created_at: z.iso.datetime(), updated_at: z.iso.datetime() };
const nextCursor = z.string().nullable();

const zMusic = z.object({
  id: z.uuid(),
  task_id: z.string(),
  title: z.string(),
  audio_url: z.string().nullable(),
  provider: z.string(),
  ...zStamps,
});

const zImages = z.object({
  id: z.uuid(),
  operation_name: z.string(),
  /** As the name of the operation says it. */
  content_id: zContentId,
  generated_image_url: z.string().nullable(),
  generated_image_urls: z.array(z.string()),
  ...zStamps,
});

const zVisionArticle = z.object({
  id: z.uuid(),
  video_url: z.string(),
  html_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
  markdown_url: z.string().nullable(),
  status: z.enum(['pending', 'processing', 'completed']),
  ...zStamps,
});

/** Newest first, of the caller alone. */
export const outputsContract = {
  'output.music': { input: zPage, output: z.object({ items: z.array(zMusic), nextCursor }) },
  'output.images': { input: zPage, output: z.object({ items: z.array(zImages), nextCursor }) },
  'output.visionArticles': { input: zPage, output: z.object({ items: z.array(zVisionArticle), nextCursor }) },
} as const;

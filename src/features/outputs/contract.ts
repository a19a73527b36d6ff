/** Outputs made from contents, by kind. Field names are those of the product specification. The only file both sides import. */
import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

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
  /** Taken from `operation_name`, in lower case. */
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

const outputLimits = { prompt: 2000, lyrics: 3500, images: 4 } as const;

/** `id`: the row of the output, listed at once; `taskId`: the task that fills it (`task.watch`, `task.cancel`). */
const zStarted = z.object({ id: z.uuid(), taskId: z.uuid() });
const zPrompt = zTypedText.trim().min(1).max(outputLimits.prompt);

export const outputsContract = {
  /**
   * Pictures for a note, from the configured service. Default prompt: the title and the beginning of the note. Errors:
   * `output_not_configured`, `note_missing`, `too_many_outputs`, `server_cost_limit`, `storage_quota`.
   */
  'output.makeImages': {
    input: z.strictObject({
      contentId: zContentId,
      prompt: zPrompt.optional(),
      count: z.number().int().min(1).max(outputLimits.images).default(1),
    }),
    output: zStarted,
  },
  /** Music for a note; without lyrics it is instrumental. Errors: as `output.makeImages`. */
  'output.makeMusic': {
    input: z.strictObject({
      contentId: zContentId,
      prompt: zPrompt.optional(),
      lyrics: zTypedText.trim().min(1).max(outputLimits.lyrics).optional(),
    }),
    output: zStarted,
  },
  /**
   * An illustrated article: the transcript of a stored video, with its frames. Errors: `frames_missing`, `subtitles_missing`,
   * `too_many_outputs`, `storage_quota`.
   */
  'output.makeVisionArticle': { input: z.strictObject({ contentId: zContentId }), output: zStarted },
  // The caller's own outputs, newest first.
  'output.music': { input: zPage, output: z.object({ items: z.array(zMusic), nextCursor }) },
  'output.images': { input: zPage, output: z.object({ items: z.array(zImages), nextCursor }) },
  'output.visionArticles': { input: zPage, output: z.object({ items: z.array(zVisionArticle), nextCursor }) },
} as const;

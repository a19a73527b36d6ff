import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

const zImageWork = z.strictObject({ outputId: z.uuid(), prompt: z.string(), count: z.number().int() });
export type ImageWork = z.infer<typeof zImageWork>;
const zMusicWork = z.strictObject({ outputId: z.uuid(), prompt: z.string(), lyrics: z.string().nullable() });
export type MusicWork = z.infer<typeof zMusicWork>;
const zArticleWork = z.strictObject({ outputId: z.uuid() });
export type ArticleWork = z.infer<typeof zArticleWork>;

const settler = () => import('./server/settle-output.ts');

/** Requests pictures. The key of each of these tasks is the id of the output's row. */
export const imagesTask = defineTask({
  kind: 'images',
  payload: zImageWork,
  price: 'paid_output',
  retries: 1,
  timeLimitSeconds: 15 * 60,
  handler: () => import('./server/make-images.handler.ts'),
  settler,
});

export const musicTask = defineTask({
  kind: 'music',
  payload: zMusicWork,
  price: 'paid_output',
  retries: 1,
  timeLimitSeconds: 15 * 60,
  handler: () => import('./server/make-music.handler.ts'),
  settler,
});

export const visionArticleTask = defineTask({
  kind: 'vision_article',
  payload: zArticleWork,
  price: 'output',
  retries: 1,
  timeLimitSeconds: 15 * 60,
  concurrency: 1,
  handler: () => import('./server/make-vision-article.handler.ts'),
  settler,
});

import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';
import { zArticleScope } from './contract.ts';

const zArticleTask = z.strictObject({ userId: z.string(), contentId: z.uuid(), parts: zArticleScope });
export type ArticleTask = z.infer<typeof zArticleTask>;

export const articleTask = defineTask({
  kind: 'article',
  payload: zArticleTask,
  price: 'question',
  retries: 4,
  retryDelaySeconds: 5,
  timeLimitSeconds: 4 * 60 * 60,
  handler: () => import('./server/write-article.handler.ts'),
});

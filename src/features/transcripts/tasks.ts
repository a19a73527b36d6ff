import { z } from 'zod';
import { zLanguage } from '#engine/domain.ts';
import { defineTask } from '#infra/tasks/task.ts';

const zTranslationWork = z.strictObject({ userId: z.string(), contentId: z.uuid(), language: zLanguage });
export type TranslationWork = z.infer<typeof zTranslationWork>;

export const translationTask = defineTask({
  kind: 'translation',
  payload: zTranslationWork,
  price: 'question',
  retries: 4,
  retryDelaySeconds: 5,
  timeLimitSeconds: 4 * 60 * 60,
  handler: () => import('./server/translate.handler.ts'),
});

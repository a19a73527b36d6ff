import { z } from 'zod';
import { zLanguage } from '#engine/domain.ts';
import { defineTask } from '#infra/tasks/task.ts';

/** The prompt at the time of the request, and the id of the result that gets the answer. */
const zPromptWork = z.object({ resultId: z.uuid(), title: z.string(), prompt: z.string(), language: zLanguage });
export type PromptWork = z.infer<typeof zPromptWork>;

/** Answers a prompt on one content. The key is the result's id. */
export const promptTask = defineTask({
  kind: 'prompt',
  payload: zPromptWork,
  price: 'question',
  retries: 1,
  timeLimitSeconds: 60 * 60,
  handler: () => import('./server/answer-prompt.handler.ts'),
});

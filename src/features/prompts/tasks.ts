import { z } from 'zod';
import { zLanguage } from '#engine/domain.ts';
import { defineTask } from '#infra/tasks/task.ts';

/** The prompt as it was when it was asked, and the result that its answer belongs to. */
const zPromptWork = z.object({ resultId: z.uuid(), title: z.string(), prompt: z.string(), language: zLanguage });
export type PromptWork = z.infer<typeof zPromptWork>;

/** Answers a prompt over one content. The key is the result's id. */
export const promptTask = defineTask({
  kind: 'prompt',
  payload: zPromptWork,
  price: 'question',
  retries: 1,
  timeLimitSeconds: 60 * 60,
  handler: () => import('./server/answer-prompt.handler.ts'),
});

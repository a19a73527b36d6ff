import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

/** `kept`: the state of the finished answer that stays until this one is complete. */
const zAskWork = z.strictObject({ answerId: z.uuid(), kept: z.enum(['done', 'cut']).optional() });
export type AskWork = z.infer<typeof zAskWork>;

/** Writes an answer or a brief from passages of many contents. Its key is the answer's id. */
export const askTask = defineTask({
  kind: 'ask',
  payload: zAskWork,
  price: 'question',
  // As in a conversation, the reader waits for the answer.
  retries: 0,
  postponeLimitSeconds: 0,
  timeLimitSeconds: 6 * 60,
  concurrency: 20,
  handler: () => import('./server/answer.handler.ts'),
  settler: () => import('./server/settle-answer.ts'),
});

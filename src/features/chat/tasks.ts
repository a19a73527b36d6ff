import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

/** `replaces`: the answer that stays until this one is complete. */
const zChatWork = z.strictObject({ chatId: z.uuid(), replaces: z.string().optional() });
export type ChatWork = z.infer<typeof zChatWork>;

/** Answers the last question of a conversation. Its key is the conversation's id; the task's id is the message's. */
export const chatTask = defineTask({
  kind: 'chat',
  payload: zChatWork,
  price: 'question',
  // The reader waits for the answer and can ask again at once.
  retries: 0,
  postponeLimitSeconds: 0,
  timeLimitSeconds: 6 * 60,
  // High, because a reader waits for each answer that is queued.
  concurrency: 20,
  handler: () => import('./server/answer.handler.ts'),
  settler: () => import('./server/settle-answer.ts'),
});

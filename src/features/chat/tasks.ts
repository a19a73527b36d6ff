import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

/** Answers the last question of a conversation, whose id is the key. The task's id is the message's. */
export const chatTask = defineTask({
  kind: 'chat',
  payload: z.strictObject({ chatId: z.uuid() }),
  price: 'question',
  // The reader waits and can ask again at once.
  retries: 0,
  postponeLimitSeconds: 0,
  timeLimitSeconds: 6 * 60,
  // An answer that waits for a free place is one that its reader waits for.
  concurrency: 20,
  handler: () => import('./server/answer.handler.ts'),
  settler: () => import('./server/settle-answer.ts'),
});

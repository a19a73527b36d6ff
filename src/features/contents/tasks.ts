import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

const zDeleteTask = z.strictObject({ userId: z.string(), contentIds: z.array(z.uuid()) });
export type DeleteTask = z.infer<typeof zDeleteTask>;

/** Deletes chosen contents. Its key is the user's id; its result is the checkpoint `outcome`. */
export const deleteContentsTask = defineTask({
  kind: 'delete_contents',
  payload: zDeleteTask,
  price: 'free',
  retries: 3,
  timeLimitSeconds: 60 * 60,
  handler: () => import('./server/batch-delete/delete-contents.handler.ts'),
});

import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

const zAddAllTask = z.strictObject({
  userId: z.string(),
  clientAddress: z.string(),
  collectionId: z.uuid(),
  contentIds: z.array(z.uuid()),
});
export type AddAllTask = z.infer<typeof zAddAllTask>;

/** Adds a public collection to a library. The key is the user's id. Each missing note is its own task, charged separately. */
export const addAllTask = defineTask({
  kind: 'add_collection',
  payload: zAddAllTask,
  price: 'free',
  retries: 3,
  timeLimitSeconds: 60 * 60,
  handler: () => import('./server/add-all/add-all.handler.ts'),
});

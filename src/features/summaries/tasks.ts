import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

/** Extracts a source and writes its note, for everyone who waits for it. The task has the id of its run, and the run's key. */
export const noteTask = defineTask({
  kind: 'note',
  // The run says what is wanted.
  payload: z.strictObject({}),
  price: 'note',
  // A user waits for it, so there is only one more attempt.
  retries: 1,
  timeLimitSeconds: 4 * 60 * 60,
  handler: () => import('./server/execute-run.handler.ts'),
  settler: () => import('./server/settle-run.ts'),
});

const zBatchTask = z.strictObject({
  userId: z.string(),
  batchId: z.uuid(),
  contentIds: z.array(z.uuid()),
  clientAddress: z.string(),
});
export type BatchTask = z.infer<typeof zBatchTask>;

/** Writes the notes that are missing in a library. Its key is the user's id. Each note is a task of its own, with its own price. */
export const batchSummaryTask = defineTask({
  kind: 'batch_summary',
  payload: zBatchTask,
  price: 'free',
  retries: 3,
  timeLimitSeconds: 60 * 60,
  // It mostly waits for notes.
  concurrency: 20,
  handler: () => import('./server/batch-summary/summarise-batch.handler.ts'),
  settler: () => import('./server/batch-summary/settle-batch.ts'),
});

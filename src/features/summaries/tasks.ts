import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

/** Extracts a source and writes its note, for everyone who waits for it. The task has the id of its run, and the run's key. */
export const noteTask = defineTask({
  kind: 'note',
  // What is wanted stands in the run.
  payload: z.strictObject({}),
  price: 'note',
  // Its user waits: one more attempt.
  retries: 1,
  timeLimitSeconds: 4 * 60 * 60,
  handler: () => import('./server/execute-run.handler.ts'),
  settler: () => import('./server/settle-run.ts'),
});

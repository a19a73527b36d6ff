import { z } from 'zod';
import { defineTask } from '#infra/tasks/task.ts';

const zImportTask = z.strictObject({ userId: z.string(), uploadId: z.string() });
export type ImportTask = z.infer<typeof zImportTask>;

/** Imports an archive. Its key is the user's id; its result is the checkpoint `result`. */
export const importTask = defineTask({
  kind: 'import_archive',
  payload: zImportTask,
  price: 'free',
  retries: 1,
  timeLimitSeconds: 60 * 60,
  handler: () => import('./server/import/import-archive.handler.ts'),
  settler: () => import('./server/import/settle-import.ts'),
});

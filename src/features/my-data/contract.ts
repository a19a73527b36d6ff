import { z } from 'zod';
import { zProblem } from '#features/contents/contract.ts';
import { zUploadId } from '#features/uploads/contract.ts';
import { zTaskState } from '#lib/task-event.ts';

export const myDataPath = '/api/my-data';

export const zImportResult = z.object({
  contents: z.number().int(),
  /** The library already had these contents; they stay unchanged. */
  kept: z.number().int(),
  prompts: z.number().int(),
  collections: z.number().int(),
  /** Results from earlier versions lack this. */
  smartFolders: z.number().int().default(0),
});
export type ImportResult = z.infer<typeof zImportResult>;

export const zDeletion = z.object({
  /** Null: no deletion was requested. */
  deleteAt: z.iso.datetime().nullable(),
  /** Milliseconds until `deleteAt` by the server's clock, as the browser's may be wrong. Null without `deleteAt`. */
  leftMs: z.number().nullable(),
  graceHours: z.number(),
});
export type Deletion = z.infer<typeof zDeletion>;

export const myDataContract = {
  /** Imports an uploaded archive, all of it or nothing. Errors: `upload_not_found`, `upload_incomplete`, `work_in_progress`. */
  'myData.startImport': { input: z.strictObject({ uploadId: zUploadId }), output: z.object({ taskId: z.uuid() }) },
  /** The latest import; null before the first. */
  'myData.lastImport': {
    input: z.void(),
    output: z
      .object({
        taskId: z.uuid(),
        state: zTaskState.exclude(['queued']),
        problem: zProblem.nullable(),
        result: zImportResult.nullable(),
      })
      .nullable(),
  },
  'myData.deletion': { input: z.void(), output: zDeletion },
  /** Deletes the account and everything it owns once the grace period is over. */
  'myData.requestDeletion': { input: z.strictObject({ sure: z.literal(true) }), output: zDeletion },
  'myData.keepAccount': { input: z.void(), output: zDeletion },
} as const;

import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { type BatchFormat, batchFormatNames, mostExportedAtOnce } from './shared/batch-formats.ts';

export const zExportBatch = z
  .strictObject({
    contentIds: z.array(zContentId).min(1).max(mostExportedAtOnce('md')),
    format: z.enum(batchFormatNames as [BatchFormat, ...BatchFormat[]]),
  })
  .refine(({ contentIds, format }) => contentIds.length <= mostExportedAtOnce(format), { path: ['contentIds'] });
export type ExportBatch = z.infer<typeof zExportBatch>;

export const exportsContract = {
  /** `ready`: can be exported; `missing` counts the rest. Errors: `not_allowed` if for members, `too_many_archives`. */
  'exports.check': {
    input: zExportBatch,
    output: z.object({ ready: z.array(zContentId), missing: z.number().int() }),
  },
} as const;

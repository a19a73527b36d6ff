import type { Tx } from '#db/client.ts';
import { forgetUploads } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { ImportTask } from '../../tasks.ts';

/** The archive that was not taken in no longer counts; its file is removed as one that nothing names. */
export async function settle(_services: Services, tx: Tx, { uploadId }: ImportTask): Promise<void> {
  await forgetUploads(tx, [`uploads/${uploadId}`]);
}

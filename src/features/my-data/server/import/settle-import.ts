import type { Tx } from '#db/client.ts';
import { forgetUploads } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { ImportTask } from '../../tasks.ts';

/** An import that did not complete releases its upload from the quota; the file is deleted because nothing refers to it. */
export async function settle(_services: Services, tx: Tx, { uploadId }: ImportTask): Promise<void> {
  await forgetUploads(tx, [`uploads/${uploadId}`]);
}

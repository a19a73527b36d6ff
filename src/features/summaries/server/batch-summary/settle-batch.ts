import type { Tx } from '#db/client.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEnding } from '#infra/tasks/task.ts';
import type { BatchTask } from '../../tasks.ts';
import { releaseBatch } from '../batches.ts';

/** Cancelling the batch cancels its notes that have not ended. After a failure they go on by themselves. */
export async function settle(services: Services, tx: Tx, batch: BatchTask, { ending }: { ending: TaskEnding }): Promise<void> {
  if (ending.state === 'cancelled') await releaseBatch(services, tx, batch);
}

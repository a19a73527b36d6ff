/** A run that ended without a note. */
import type { Tx } from '#db/client.ts';
import { endWaiting } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEnding } from '#infra/tasks/task.ts';

export async function settle(
  _services: Services,
  tx: Tx,
  _payload: Record<string, never>,
  { id, ending }: { id: string; ending: TaskEnding },
): Promise<void> {
  await endWaiting(tx, id, ending);
}

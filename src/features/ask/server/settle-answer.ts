/** Stores what was written of an answer that failed or was stopped, or why the one before stays. */
import type { Tx } from '#db/client.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEnding } from '#infra/tasks/task.ts';
import type { AskWork } from '../tasks.ts';
import { finishAnswer, lockAnswer } from './answer-store.ts';

export async function settle(
  _services: Services,
  tx: Tx,
  { answerId, kept }: AskWork,
  { userId, draft, ending }: { userId: string | null; draft: () => Promise<string>; ending: TaskEnding },
): Promise<void> {
  const row = userId === null ? null : await lockAnswer(tx, userId, answerId);
  if (!row) return;
  const { error } = ending.state === 'failed' ? ending : { error: null };
  const problem = error && { code: error.code, params: { ...error.params } };
  await finishAnswer(
    tx,
    row,
    kept
      ? { state: kept, problem: problem ?? { code: 'cancelled', params: {} } }
      : { state: error ? 'failed' : 'stopped', markdown: await draft(), problem },
  );
}

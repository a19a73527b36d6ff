/** Stores what was written of an answer that failed or was stopped. */
import type { Tx } from '#db/client.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEnding } from '#infra/tasks/task.ts';
import { finishAnswer, lockAnswer } from './answer-store.ts';

export async function settle(
  _services: Services,
  tx: Tx,
  { answerId }: { answerId: string },
  { userId, draft, ending }: { userId: string | null; draft: () => Promise<string>; ending: TaskEnding },
): Promise<void> {
  const row = userId === null ? null : await lockAnswer(tx, userId, answerId);
  if (!row) return;
  const { error } = ending.state === 'failed' ? ending : { error: null };
  await finishAnswer(tx, row, {
    state: ending.state === 'failed' ? 'failed' : 'stopped',
    markdown: await draft(),
    problem: error && { code: error.code, params: { ...error.params } },
  });
}

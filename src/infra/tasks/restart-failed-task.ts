import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { tasks } from '#db/schema/tasks.ts';
import { AppError } from '#lib/app-error.ts';
import type { TaskNeeds } from './end-task.ts';
import { startTask } from './start-task.ts';

/** False for kinds with a settler: it may have written the failure elsewhere, so only the feature knows how to start again. */
export function isRepeatable<Services>({ kinds }: Pick<TaskNeeds<Services>, 'kinds'>, kind: string): boolean {
  return kinds.some((one) => one.kind === kind && one.settler === undefined);
}

export async function restartFailedTask<Services>(needs: TaskNeeds<Services>, tx: Tx, taskId: string): Promise<{ id: string }> {
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, taskId)).for('update');
  if (!row) throw new AppError('not_found');
  const definition = needs.kinds.find(({ kind }) => kind === row.kind);
  const isLatest = row.state === 'failed' && row.replacedAt === null;
  if (!definition || !isLatest || !isRepeatable(needs, row.kind)) throw new AppError('task_not_repeatable');
  const { key, userId, contentId, payload, priority } = row;
  const { id } = await startTask(needs, tx, definition, {
    ...{ key, userId, payload, priority },
    ...(contentId === null ? {} : { contentId }),
  });
  return { id };
}

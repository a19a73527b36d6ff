/** The model key that a browser sent with the start of a task: encrypted for this task, deleted when the task ends. */
import { and, eq, notExists } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { taskInFlight, taskKeys, tasks } from '#db/schema/tasks.ts';
import type { SecretBox } from '#infra/secrets/secret-box.ts';
import { AppError } from '#lib/app-error.ts';
import type { OwnKey } from '#lib/own-key.ts';

type Needs = { secrets: SecretBox };

export async function keepTaskKey({ secrets }: Needs, tx: Tx, taskId: string, { provider, model, keys }: OwnKey): Promise<void> {
  await tx.insert(taskKeys).values({ taskId, provider, model, ...secrets.seal(keys, contextOf(taskId, provider)) });
}

export async function readTaskKey({ secrets }: Needs, executor: Executor, taskId: string): Promise<OwnKey | null> {
  const [row] = await executor.select().from(taskKeys).where(eq(taskKeys.taskId, taskId));
  if (!row) return null;
  const { provider, model } = row;
  const keys = secrets.open(row, contextOf(taskId, provider));
  if (keys === null) throw new AppError('own_key_refused', { detail: 'the copy of a task cannot be opened' });
  return { provider, model, keys };
}

export async function dropTaskKey(tx: Tx, taskId: string): Promise<void> {
  await tx.delete(taskKeys).where(eq(taskKeys.taskId, taskId));
}

/** Deletes keys left by an earlier version of the server that ended the task. */
export async function dropLeftKeys(executor: Executor): Promise<void> {
  const open = executor
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskKeys.taskId), taskInFlight));
  await executor.delete(taskKeys).where(notExists(open));
}

/** Without the user's id, because a guest's task continues when the guest signs in to an account. */
function contextOf(taskId: string, provider: string): string[] {
  return ['task-key', taskId, provider];
}

/** Moves the draft of an answer that failed or was stopped into the history. */
import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEnding } from '#infra/tasks/task.ts';
import { zChatSource } from '../contract.ts';
import { addAnswer } from './chat-store.ts';

const zCheckpoints = z.object({ model: z.string().optional(), sources: z.array(zChatSource).catch([]).default([]) });

export async function settle(
  { tasks }: Pick<Services, 'tasks'>,
  tx: Tx,
  { chatId }: { chatId: string },
  { id, draft, ending }: { id: string; draft: () => Promise<string>; ending: TaskEnding },
): Promise<void> {
  const task = await tasks.read(tx, id);
  const { model, sources } = zCheckpoints.parse(task?.checkpoints ?? {});
  await addAnswer(tx, chatId, {
    id,
    createdAt: task?.createdAt ?? new Date(),
    markdown: await draft(),
    sources,
    related: [],
    model,
    ...(ending.state === 'failed'
      ? { state: 'failed', problem: { code: ending.error.code, params: { ...ending.error.params } } }
      : { state: 'stopped' }),
  });
}

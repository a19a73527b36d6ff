/** Moves the draft of an answer that failed or was stopped into the history, where no finished answer stays in its place. */
import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import type { Services } from '#infra/services.ts';
import type { TaskEnding } from '#infra/tasks/task.ts';
import { zChatSource } from '../contract.ts';
import type { ChatWork } from '../tasks.ts';
import { addAnswer } from './chat-store.ts';

const zCheckpoints = z.object({ model: z.string().optional(), sources: z.array(zChatSource).catch([]).default([]) });

export async function settle(
  { tasks }: Pick<Services, 'tasks'>,
  tx: Tx,
  { chatId, replaces }: ChatWork,
  { id, draft, ending }: { id: string; draft: () => Promise<string>; ending: TaskEnding },
): Promise<void> {
  const task = await tasks.read(tx, id);
  const { model, sources } = zCheckpoints.parse(task?.checkpoints ?? {});
  const said = { id, createdAt: task?.createdAt ?? new Date(), markdown: await draft(), sources, related: [], model };
  const outcome =
    ending.state === 'failed'
      ? { state: 'failed' as const, problem: { code: ending.error.code, params: { ...ending.error.params } } }
      : { state: 'stopped' as const };
  await addAnswer(tx, chatId, { ...said, ...outcome }, replaces);
}

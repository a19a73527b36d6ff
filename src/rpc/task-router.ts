import { tracked } from '@trpc/server';
import { z } from 'zod';
import { whileSignedIn } from '#infra/auth/while-signed-in.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { zTaskState } from '#lib/task-event.ts';
import { router, userProcedure } from '#rpc/server.ts';

const zTaskId = z.object({ taskId: z.uuid() });

/** Errors: `not_found` for a task that is not this user's. */
async function requireOwnTask({ db, tasks }: Services, userId: string, taskId: string): Promise<void> {
  const task = await tasks.read(db, taskId);
  if (task === null || task.userId !== userId) throw new AppError('not_found');
}

export const taskRouter = router({
  watch: userProcedure.input(zTaskId.extend({ lastEventId: z.string().optional() })).subscription(async function* ({
    ctx,
    input,
    signal,
  }) {
    const { taskId } = input;
    await requireOwnTask(ctx.services, ctx.user.id, taskId);
    const events = (until: AbortSignal) =>
      ctx.services.tasks.watch({
        find: async () => new Map([[taskId, null]]),
        lastEventId: Math.max(0, Number.parseInt(input.lastEventId ?? '0', 10) || 0),
        drafts: true,
        once: true,
        signal: until,
      });
    for await (const { id, event } of whileSignedIn(ctx, signal, events)) yield tracked(String(id), event);
  }),

  /** A task that has ended stays as it is. */
  cancel: userProcedure
    .input(zTaskId)
    .output(z.object({ state: zTaskState }))
    .mutation(async ({ ctx, input }) => {
      const { services, user } = ctx;
      await requireOwnTask(services, user.id, input.taskId);
      const state = await services.db.transaction((tx) => services.tasks.cancel(tx, input.taskId));
      if (state === null) throw new AppError('not_found');
      return { state };
    }),
});

import { requireUpload } from '#features/uploads/server/index.ts';
import type { Services } from '#infra/services.ts';
import { AppError, errorCodes } from '#lib/app-error.ts';
import { toShownState } from '#lib/task-view.ts';
import { userProcedure } from '#rpc/server.ts';
import { myDataContract as contract, zImportResult } from '../contract.ts';
import { importTask } from '../tasks.ts';
import { keepAccount, readDeletion, requestDeletion } from './deletion/grace.ts';

export const myDataProcedures = {
  startImport: userProcedure
    .input(contract['myData.startImport'].input)
    .output(contract['myData.startImport'].output)
    .mutation(async ({ ctx, input }) => ({ taskId: await startImport(ctx.services, ctx.user.id, input.uploadId) })),

  lastImport: userProcedure
    .input(contract['myData.lastImport'].input)
    .output(contract['myData.lastImport'].output)
    .query(async ({ ctx }) => {
      const task = await ctx.services.tasks.latest(ctx.services.db, importTask, ctx.user.id);
      if (task === null) return null;
      const code = errorCodes.find((known) => known === task.errorCode);
      const kept = new Map(Object.entries(task.checkpoints ?? {}));
      return {
        taskId: task.id,
        state: toShownState(task.state),
        problem: code ? { code, params: task.errorParams ?? {} } : null,
        result: task.state === 'completed' ? (zImportResult.safeParse(kept.get('result')).data ?? null) : null,
      };
    }),

  deletion: userProcedure
    .input(contract['myData.deletion'].input)
    .output(contract['myData.deletion'].output)
    .query(({ ctx }) => readDeletion(ctx.services, ctx.user.id)),

  requestDeletion: userProcedure
    .input(contract['myData.requestDeletion'].input)
    .output(contract['myData.requestDeletion'].output)
    .mutation(({ ctx }) => requestDeletion(ctx.services, ctx.user.id)),

  keepAccount: userProcedure
    .input(contract['myData.keepAccount'].input)
    .output(contract['myData.keepAccount'].output)
    .mutation(({ ctx }) => keepAccount(ctx.services, ctx.user.id)),
};

async function startImport(services: Services, userId: string, uploadId: string): Promise<string> {
  await requireUpload(services, { uploadId, userId });
  return services.db.transaction(async (tx) => {
    const { id, started } = await services.tasks.start(tx, importTask, { key: userId, userId, payload: { userId, uploadId } });
    if (!started) throw new AppError('work_in_progress');
    return id;
  });
}

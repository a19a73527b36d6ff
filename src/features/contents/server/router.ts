import { largeOutput, userProcedure } from '#rpc/server.ts';
import { contentsContract as contract } from '../contract.ts';
import { readDeletion } from './batch-delete/outcome.ts';
import { startBatchDelete } from './batch-delete/start-batch-delete.ts';
import { contentProcedure } from './content-procedure.ts';
import { deleteContent } from './delete-content.ts';
import { loadArticle, loadTranscript } from './extraction-parts.ts';
import { toSourceText } from './present.ts';
import { renameContent } from './rename-content.ts';

export const contentProcedures = {
  sourceText: contentProcedure
    .input(contract['content.sourceText'].input)
    .output(largeOutput(contract['content.sourceText'].output))
    .query(async ({ ctx: { content, services } }) => {
      const [transcript, article] = await Promise.all([
        loadTranscript(services.db, content.extractionId),
        loadArticle(services.db, content.extractionId),
      ]);
      return toSourceText(content, transcript, article);
    }),

  rename: contentProcedure
    .input(contract['content.rename'].input)
    .output(contract['content.rename'].output)
    .mutation(async ({ ctx, input }) => ({ title: await renameContent(ctx.services, ctx.content, input.title) })),
};

export const userNoteProcedures = {
  deleteContentWithCleanup: contentProcedure
    .input(contract['userNote.deleteContentWithCleanup'].input)
    .output(contract['userNote.deleteContentWithCleanup'].output)
    .mutation(async ({ ctx }) => {
      await deleteContent(ctx.services, ctx.content);
      return { deleted: true as const };
    }),

  deleteMany: userProcedure
    .input(contract['userNote.deleteMany'].input)
    .output(contract['userNote.deleteMany'].output)
    .mutation(({ ctx, input }) => startBatchDelete(ctx.services, ctx.user.id, input.contentIds)),

  deletionResult: userProcedure
    .input(contract['userNote.deletionResult'].input)
    .output(contract['userNote.deletionResult'].output)
    .query(({ ctx }) => readDeletion(ctx.services, ctx.user.id)),
};

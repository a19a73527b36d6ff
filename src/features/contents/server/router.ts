import { largeOutput } from '#rpc/server.ts';
import { contentsContract as contract } from '../contract.ts';
import { contentProcedure } from './content-procedure.ts';
import { deleteContent } from './delete-content.ts';
import { loadArticle, loadTranscript } from './extraction-parts.ts';
import { toSourceText } from './present.ts';

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
};

export const userNoteProcedures = {
  deleteContentWithCleanup: contentProcedure
    .input(contract['userNote.deleteContentWithCleanup'].input)
    .output(contract['userNote.deleteContentWithCleanup'].output)
    .mutation(async ({ ctx }) => {
      await deleteContent(ctx.services, ctx.content);
      return { deleted: true as const };
    }),
};

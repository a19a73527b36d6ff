import { requireOwnedContent } from '#features/contents/server/index.ts';
import { userProcedure } from '#rpc/server.ts';
import { transcriptsContract as contract } from '../contract.ts';
import { cancelTranslation, readTranslation, startTranslation } from './translations.ts';

export const transcriptProcedures = {
  translation: userProcedure
    .input(contract['content.translation'].input)
    .output(contract['content.translation'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return readTranslation(ctx.services.db, content, input.language);
    }),

  translate: userProcedure
    .input(contract['content.translate'].input)
    .output(contract['content.translate'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await startTranslation(ctx.services, content, input.language);
      return { state: 'running' as const };
    }),

  cancelTranslation: userProcedure
    .input(contract['content.cancelTranslation'].input)
    .output(contract['content.cancelTranslation'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { state: await cancelTranslation(ctx.services.db, content, input.language) };
    }),
};

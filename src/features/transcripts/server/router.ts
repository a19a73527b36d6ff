import { contentProcedure } from '#features/contents/server/index.ts';
import { transcriptsContract as contract } from '../contract.ts';
import { cancelTranslation, readTranslation, startTranslation } from './translations.ts';

export const transcriptProcedures = {
  translation: contentProcedure
    .input(contract['content.translation'].input)
    .output(contract['content.translation'].output)
    .query(({ ctx, input }) => readTranslation(ctx.services.db, ctx.content, input.language)),

  translate: contentProcedure
    .input(contract['content.translate'].input)
    .output(contract['content.translate'].output)
    .mutation(async ({ ctx, input }) => {
      await startTranslation(ctx.services, ctx.content, input.language);
      return { state: 'running' as const };
    }),

  cancelTranslation: contentProcedure
    .input(contract['content.cancelTranslation'].input)
    .output(contract['content.cancelTranslation'].output)
    .mutation(async ({ ctx, input }) => ({ state: await cancelTranslation(ctx.services.db, ctx.content, input.language) })),
};

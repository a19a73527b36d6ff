import { contentProcedure } from '#features/contents/server/index.ts';
import { largeOutput, userProcedure } from '#rpc/server.ts';
import { highlightsContract as contract } from '../contract.ts';
import { createHighlight, deleteHighlight, reattachHighlights, restoreHighlight, updateHighlight } from './change.ts';
import { highlightsOf, listHighlights } from './queries.ts';

export const highlightProcedures = {
  ofContent: contentProcedure
    .input(contract['highlights.ofContent'].input)
    .output(contract['highlights.ofContent'].output)
    .query(async ({ ctx }) => ({ highlights: await highlightsOf(ctx.services.db, ctx.content) })),

  list: userProcedure
    .input(contract['highlights.list'].input)
    .output(largeOutput(contract['highlights.list'].output))
    .query(({ ctx, input }) => listHighlights(ctx.services.db, ctx.user.id, input)),

  create: contentProcedure
    .input(contract['highlights.create'].input)
    .output(contract['highlights.create'].output)
    .mutation(({ ctx, input }) => createHighlight(ctx.services.db, ctx.content, input)),

  update: userProcedure
    .input(contract['highlights.update'].input)
    .output(contract['highlights.update'].output)
    .mutation(({ ctx, input }) => updateHighlight(ctx.services.db, ctx.user.id, input)),

  reattach: contentProcedure
    .input(contract['highlights.reattach'].input)
    .output(contract['highlights.reattach'].output)
    .mutation(async ({ ctx, input }) => ({ reattached: await reattachHighlights(ctx.services.db, ctx.content, input.items) })),

  delete: userProcedure
    .input(contract['highlights.delete'].input)
    .output(contract['highlights.delete'].output)
    .mutation(async ({ ctx, input }) => {
      await deleteHighlight(ctx.services.db, ctx.user.id, input.highlightId);
      return { deleted: true as const };
    }),

  restore: userProcedure
    .input(contract['highlights.restore'].input)
    .output(contract['highlights.restore'].output)
    .mutation(({ ctx, input }) => restoreHighlight(ctx.services.db, ctx.user.id, input.highlightId)),
};

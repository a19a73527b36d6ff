import { userProcedure } from '#rpc/server.ts';
import { contentsContract as contract } from '../contract.ts';
import { deleteContent } from './delete-content.ts';
import { requireOwnedContent } from './owned.ts';

export const userNoteProcedures = {
  deleteContentWithCleanup: userProcedure
    .input(contract['userNote.deleteContentWithCleanup'].input)
    .output(contract['userNote.deleteContentWithCleanup'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await deleteContent(ctx.services, content);
      return { deleted: true as const };
    }),
};

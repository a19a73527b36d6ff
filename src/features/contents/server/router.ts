import { contentsContract as contract } from '../contract.ts';
import { contentProcedure } from './content-procedure.ts';
import { deleteContent } from './delete-content.ts';

export const contentProcedures = {
  deleteContentWithCleanup: contentProcedure
    .input(contract['userNote.deleteContentWithCleanup'].input)
    .output(contract['userNote.deleteContentWithCleanup'].output)
    .mutation(async ({ ctx }) => {
      await deleteContent(ctx.services, ctx.content);
      return { deleted: true as const };
    }),
};

import { requireOwnedContent } from '#features/contents/server/index.ts';
import { userProcedure } from '#rpc/server.ts';
import { correctionsContract as contract } from '../contract.ts';
import { editTranscript, undoTranscriptEdit } from './edit-transcript.ts';

export const correctionProcedures = {
  editTranscript: userProcedure
    .input(contract['content.editTranscript'].input)
    .output(contract['content.editTranscript'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return editTranscript(ctx.services, content, input);
    }),

  undoTranscriptEdit: userProcedure
    .input(contract['content.undoTranscriptEdit'].input)
    .output(contract['content.undoTranscriptEdit'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return undoTranscriptEdit(ctx.services, content, input.base);
    }),
};

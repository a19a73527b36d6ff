import { contentProcedure } from '#features/contents/server/index.ts';
import { correctionsContract as contract } from '../contract.ts';
import { editTranscript, undoTranscriptEdit } from './edit-transcript.ts';

export const correctionProcedures = {
  editTranscript: contentProcedure
    .input(contract['content.editTranscript'].input)
    .output(contract['content.editTranscript'].output)
    .mutation(({ ctx, input }) => editTranscript(ctx.services, ctx.content, input)),

  undoTranscriptEdit: contentProcedure
    .input(contract['content.undoTranscriptEdit'].input)
    .output(contract['content.undoTranscriptEdit'].output)
    .mutation(({ ctx, input }) => undoTranscriptEdit(ctx.services, ctx.content, input.base)),
};

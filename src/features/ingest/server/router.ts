import { ensuredProcedure, publicProcedure, router } from '#rpc/server.ts';
import { ingestContract as contract } from '../contract.ts';
import { preview } from './preview.ts';
import { submit } from './submit.ts';

export const ingestRouter = router({
  preview: publicProcedure
    .input(contract['ingest.preview'].input)
    .output(contract['ingest.preview'].output)
    .query(async ({ ctx, input, signal }) => ({
      items: await preview(ctx.services, ctx.user?.id ?? null, input.text, signal ?? new AbortController().signal),
    })),

  submit: ensuredProcedure
    .input(contract['ingest.submit'].input)
    .output(contract['ingest.submit'].output)
    .mutation(({ ctx, input }) => submit(ctx.services, ctx.user.id, input.items, input.noteLanguage)),
});

import { requireOwnedContent } from '#features/contents/server/index.ts';
import { modelIdFor } from '#features/usage/server/index.ts';
import { publicProcedure, router, userProcedure } from '#rpc/server.ts';
import { promptsContract as contract } from '../contract.ts';
import { officialPrompts } from './official-prompts.ts';
import { createPrompt, listPrompts, removePrompt, restorePrompt, updatePrompt } from './prompt-store.ts';
import { cancelRun, listResults, readResult, removeResult, restoreResult, startRun } from './result-store.ts';
import { watchResult } from './watch-result.ts';

export const promptRouter = router({
  mine: publicProcedure
    .input(contract['prompt.mine'].input)
    .output(contract['prompt.mine'].output)
    .query(async ({ ctx }) => ({ prompts: ctx.user ? await listPrompts(ctx.services.db, ctx.user.id) : [] })),

  official: publicProcedure
    .input(contract['prompt.official'].input)
    .output(contract['prompt.official'].output)
    .query(async ({ ctx }) => ({ prompts: [...officialPrompts], model: await modelIdFor(ctx.services, ctx.user?.id) })),

  create: publicProcedure
    .input(contract['prompt.create'].input)
    .output(contract['prompt.create'].output)
    .mutation(async ({ ctx, input }) => createPrompt(ctx.services.db, (await ctx.ensureUser()).id, input)),

  update: userProcedure
    .input(contract['prompt.update'].input)
    .output(contract['prompt.update'].output)
    .mutation(({ ctx, input }) => updatePrompt(ctx.services.db, ctx.user.id, input.promptId, input)),

  remove: userProcedure
    .input(contract['prompt.remove'].input)
    .output(contract['prompt.remove'].output)
    .mutation(async ({ ctx, input }) => {
      await removePrompt(ctx.services.db, ctx.user.id, input.promptId);
      return { removed: true as const };
    }),

  restore: userProcedure
    .input(contract['prompt.restore'].input)
    .output(contract['prompt.restore'].output)
    .mutation(({ ctx, input }) => restorePrompt(ctx.services.db, ctx.user.id, input.promptId)),

  results: userProcedure
    .input(contract['prompt.results'].input)
    .output(contract['prompt.results'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { results: await listResults(ctx.services.db, content) };
    }),

  result: userProcedure
    .input(contract['prompt.result'].input)
    .output(contract['prompt.result'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { result: await readResult(ctx.services.db, content, input.promptId) };
    }),

  run: userProcedure
    .input(contract['prompt.run'].input)
    .output(contract['prompt.run'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { state: await startRun(ctx.services, content, input.promptId, input.language) };
    }),

  cancelRun: userProcedure
    .input(contract['prompt.cancelRun'].input)
    .output(contract['prompt.cancelRun'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { state: await cancelRun(ctx.services, content, input.promptId) };
    }),

  progress: userProcedure.input(contract['prompt.progress'].input).subscription(async function* ({ ctx, input, signal }) {
    const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
    yield* watchResult(ctx.services, content, input.promptId, signal ?? new AbortController().signal);
  }),

  removeResult: userProcedure
    .input(contract['prompt.removeResult'].input)
    .output(contract['prompt.removeResult'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await removeResult(ctx.services, content, input.promptId);
      return { removed: true as const };
    }),

  restoreResult: userProcedure
    .input(contract['prompt.restoreResult'].input)
    .output(contract['prompt.restoreResult'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await restoreResult(ctx.services.db, content, input.promptId);
      return { restored: true as const };
    }),
});

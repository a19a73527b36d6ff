import { contentProcedure } from '#features/contents/server/index.ts';
import { modelIdFor } from '#features/usage/server/index.ts';
import { publicProcedure, userProcedure } from '#rpc/server.ts';
import { promptsContract as contract } from '../contract.ts';
import { officialPrompts } from './official-prompts.ts';
import { createPrompt, listPrompts, removePrompt, restorePrompt, updatePrompt } from './prompt-store.ts';
import { listResults, readResult, removeResult, restoreResult, startAnswer } from './result-store.ts';

export const promptProcedures = {
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

  results: contentProcedure
    .input(contract['prompt.results'].input)
    .output(contract['prompt.results'].output)
    .query(async ({ ctx }) => ({ results: await listResults(ctx.services.db, ctx.content) })),

  result: contentProcedure
    .input(contract['prompt.result'].input)
    .output(contract['prompt.result'].output)
    .query(async ({ ctx, input }) => ({ result: await readResult(ctx.services, ctx.content, input.promptId) })),

  run: contentProcedure
    .input(contract['prompt.run'].input)
    .output(contract['prompt.run'].output)
    .mutation(async ({ ctx, input }) => ({
      state: await startAnswer(ctx.services, ctx.content, input.promptId, input.language),
    })),

  removeResult: contentProcedure
    .input(contract['prompt.removeResult'].input)
    .output(contract['prompt.removeResult'].output)
    .mutation(async ({ ctx, input }) => {
      await removeResult(ctx.services, ctx.content, input.promptId);
      return { removed: true as const };
    }),

  restoreResult: contentProcedure
    .input(contract['prompt.restoreResult'].input)
    .output(contract['prompt.restoreResult'].output)
    .mutation(async ({ ctx, input }) => {
      await restoreResult(ctx.services.db, ctx.content, input.promptId);
      return { restored: true as const };
    }),
};

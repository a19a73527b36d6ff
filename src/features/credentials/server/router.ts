import { publicProcedure, userProcedure } from '#rpc/server.ts';
import { credentialsContract as contract } from '../contract.ts';
import { checkModelKey, readModelKey, removeModelKey, saveModelKey } from './model-key.ts';
import { checkSiteSignIn, listSiteSignIns, removeSiteSignIn, saveSiteSignIn } from './site-sign-ins.ts';
import { countTry, tryModel } from './try-model.ts';

export const credentialProcedures = {
  modelKey: publicProcedure
    .input(contract['account.modelKey'].input)
    .output(contract['account.modelKey'].output)
    .query(({ ctx }) => readModelKey(ctx.services, ctx.user?.id ?? '')),

  tryModelKey: publicProcedure
    .input(contract['account.tryModelKey'].input)
    .output(contract['account.tryModelKey'].output)
    .mutation(async ({ ctx, input, signal }) => {
      const { services, user, clientAddress } = ctx;
      const key = await checkModelKey(services, user?.id, input);
      await countTry(services, { userId: user?.id, clientAddress });
      return tryModel(services, key, signal ?? new AbortController().signal);
    }),

  localModels: publicProcedure
    .input(contract['account.localModels'].input)
    .output(contract['account.localModels'].output)
    .query(async ({ ctx }) => ({ servers: await ctx.services.ownModels.findLocal() })),

  saveModelKey: publicProcedure
    .input(contract['account.saveModelKey'].input)
    .output(contract['account.saveModelKey'].output)
    .mutation(async ({ ctx, input }) => {
      const key = await checkModelKey(ctx.services, ctx.user?.id, input);
      const user = await ctx.ensureUser();
      await saveModelKey(ctx.services, user.id, key);
      return readModelKey(ctx.services, user.id);
    }),

  removeModelKey: userProcedure
    .input(contract['account.removeModelKey'].input)
    .output(contract['account.removeModelKey'].output)
    .mutation(async ({ ctx }) => {
      await removeModelKey(ctx.services, ctx.user.id);
      return readModelKey(ctx.services, ctx.user.id);
    }),

  siteSignIns: userProcedure
    .input(contract['account.siteSignIns'].input)
    .output(contract['account.siteSignIns'].output)
    .query(async ({ ctx }) => ({ signIns: await listSiteSignIns(ctx.services, ctx.user.id) })),

  saveSiteSignIn: publicProcedure
    .input(contract['account.saveSiteSignIn'].input)
    .output(contract['account.saveSiteSignIn'].output)
    .mutation(async ({ ctx, input }) => {
      const session = checkSiteSignIn(input.value);
      const user = await ctx.ensureUser();
      await saveSiteSignIn(ctx.services, user.id, input.site, session);
      return { signIns: await listSiteSignIns(ctx.services, user.id) };
    }),

  removeSiteSignIn: userProcedure
    .input(contract['account.removeSiteSignIn'].input)
    .output(contract['account.removeSiteSignIn'].output)
    .mutation(async ({ ctx, input }) => {
      await removeSiteSignIn(ctx.services, ctx.user.id, input.site);
      return { signIns: await listSiteSignIns(ctx.services, ctx.user.id) };
    }),
};

import { publicProcedure, router, userProcedure } from '#rpc/server.ts';
import { accountContract as contract, type User } from '../contract.ts';
import { checkModelKey, readModelKey, removeModelKey, saveModelKey } from './model-key.ts';
import { checkSiteSignIn, listSiteSignIns, removeSiteSignIn, saveSiteSignIn } from './site-sign-ins.ts';

function toUser(user: { id: string; name: string | null; isAnonymous: boolean; createdAt: Date }): User {
  return { id: user.id, name: user.name, isAnonymous: user.isAnonymous, createdAt: user.createdAt.toISOString() };
}

export const accountRouter = router({
  me: publicProcedure
    .input(contract['account.me'].input)
    .output(contract['account.me'].output)
    .query(({ ctx }) => ({ user: ctx.user ? toUser(ctx.user) : null })),

  ensure: publicProcedure
    .input(contract['account.ensure'].input)
    .output(contract['account.ensure'].output)
    .mutation(async ({ ctx }) => ({ user: toUser(await ctx.ensureUser()) })),

  modelKey: publicProcedure
    .input(contract['account.modelKey'].input)
    .output(contract['account.modelKey'].output)
    .query(({ ctx }) => readModelKey(ctx.services, ctx.user?.id ?? '')),

  saveModelKey: publicProcedure
    .input(contract['account.saveModelKey'].input)
    .output(contract['account.saveModelKey'].output)
    .mutation(async ({ ctx, input }) => {
      const key = checkModelKey(ctx.services, input);
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
});

export const systemRouter = router({
  info: publicProcedure
    .input(contract['system.info'].input)
    .output(contract['system.info'].output)
    .query(({ ctx }) => ({
      version: ctx.services.settings.version,
      model: ctx.services.llm?.id ?? null,
      maxUploadBytes: ctx.services.settings.maxUploadBytes,
      defaultLanguage: ctx.services.settings.defaultLanguage,
    })),
});

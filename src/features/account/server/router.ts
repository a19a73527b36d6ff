import { ensuredProcedure, publicProcedure, router, userProcedure } from '#rpc/server.ts';
import { accountContract as contract, type User } from '../contract.ts';
import { readModelKey, removeModelKey, saveModelKey } from './model-key.ts';
import { listSiteSignIns, removeSiteSignIn, saveSiteSignIn } from './site-sign-ins.ts';

function toUser(user: { id: string; name: string | null; isAnonymous: boolean; createdAt: Date }): User {
  return { id: user.id, name: user.name, isAnonymous: user.isAnonymous, createdAt: user.createdAt.toISOString() };
}

export const accountRouter = router({
  me: publicProcedure
    .input(contract['account.me'].input)
    .output(contract['account.me'].output)
    .query(({ ctx }) => ({ user: ctx.user ? toUser(ctx.user) : null })),

  ensure: ensuredProcedure
    .input(contract['account.ensure'].input)
    .output(contract['account.ensure'].output)
    .mutation(({ ctx }) => ({ user: toUser(ctx.user) })),

  modelKey: publicProcedure
    .input(contract['account.modelKey'].input)
    .output(contract['account.modelKey'].output)
    .query(({ ctx }) => readModelKey(ctx.services, ctx.user?.id ?? '')),

  saveModelKey: ensuredProcedure
    .input(contract['account.saveModelKey'].input)
    .output(contract['account.saveModelKey'].output)
    .mutation(async ({ ctx, input }) => {
      await saveModelKey(ctx.services, ctx.user.id, input);
      return readModelKey(ctx.services, ctx.user.id);
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

  saveSiteSignIn: ensuredProcedure
    .input(contract['account.saveSiteSignIn'].input)
    .output(contract['account.saveSiteSignIn'].output)
    .mutation(async ({ ctx, input }) => {
      await saveSiteSignIn(ctx.services, ctx.user.id, input.site, input.value);
      return { signIns: await listSiteSignIns(ctx.services, ctx.user.id) };
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

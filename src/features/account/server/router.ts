import { ensuredProcedure, publicProcedure, router } from '#rpc/server.ts';
import { accountContract as contract, type User } from '../contract.ts';

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

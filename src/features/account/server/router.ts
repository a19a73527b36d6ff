import { publicProcedure } from '#rpc/server.ts';
import { accountContract as contract, type User } from '../contract.ts';

function toUser(user: { id: string; name: string | null; isAnonymous: boolean; createdAt: Date }): User {
  return { id: user.id, name: user.name, isAnonymous: user.isAnonymous, createdAt: user.createdAt.toISOString() };
}

export const accountProcedures = {
  me: publicProcedure
    .input(contract['account.me'].input)
    .output(contract['account.me'].output)
    .query(({ ctx }) => ({ user: ctx.user ? toUser(ctx.user) : null })),

  ensure: publicProcedure
    .input(contract['account.ensure'].input)
    .output(contract['account.ensure'].output)
    .mutation(async ({ ctx }) => ({ user: toUser(await ctx.ensureUser()) })),
};

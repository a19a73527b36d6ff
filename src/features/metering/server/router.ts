import { publicProcedure, userProcedure } from '#rpc/server.ts';
import { meteringContract as contract } from '../contract.ts';
import { remainingTime, savedTime, timeAccount, timeEntries } from './account-view.ts';
import { createReferralLink, readReferral } from './referrals.ts';

export const meteringProcedures = {
  remainingTime: publicProcedure
    .input(contract['user.remainingTime'].input)
    .output(contract['user.remainingTime'].output)
    .query(({ ctx }) => remainingTime(ctx.services, ctx.user)),

  getReferralUserData: userProcedure
    .input(contract['user.getReferralUserData'].input)
    .output(contract['user.getReferralUserData'].output)
    .query(async ({ ctx }) => ({ savedTime: (await savedTime(ctx.services, ctx.user.id)).minutes })),

  timeAccount: userProcedure
    .input(contract['user.timeAccount'].input)
    .output(contract['user.timeAccount'].output)
    .query(({ ctx }) => timeAccount(ctx.services, ctx.user)),

  referral: userProcedure
    .input(contract['user.referral'].input)
    .output(contract['user.referral'].output)
    .query(async ({ ctx }) => ({ referral: await readReferral(ctx.services, ctx.user) })),

  createReferralLink: userProcedure
    .input(contract['user.createReferralLink'].input)
    .output(contract['user.createReferralLink'].output)
    .mutation(async ({ ctx }) => ({ code: await createReferralLink(ctx.services, ctx.user, ctx.clientAddress) })),

  timeEntries: userProcedure
    .input(contract['user.timeEntries'].input)
    .output(contract['user.timeEntries'].output)
    .query(({ ctx, input }) => timeEntries(ctx.services, ctx.user.id, input)),
};

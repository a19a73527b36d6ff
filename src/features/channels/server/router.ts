import { publicProcedure, userProcedure } from '#rpc/server.ts';
import { channelContract as contract } from '../contract.ts';
import { readSettings, saveSettings, setAutomatic } from './automatic/settings.ts';
import { readDigest } from './digest/read-digest.ts';
import { readDigestSettings, renewFeed, saveMail } from './digest/settings.ts';
import { listEntries } from './entries.ts';
import { listPopular, listPopularChannels } from './explore/list-popular.ts';
import { follow } from './follow.ts';
import { importOpml } from './opml.ts';
import { checkAgain, listSubscriptions, restore, toSubscription, unfollow } from './subscriptions.ts';

const endless = () => new AbortController().signal;

export const channelProcedures = {
  channelList: publicProcedure
    .input(contract['channel.channelList'].input)
    .output(contract['channel.channelList'].output)
    .query(async ({ ctx }) => {
      const rows = ctx.user ? await listSubscriptions(ctx.services.db, ctx.user.id) : [];
      return rows.map(({ title, url }) => ({ channel_title: title, channel_url: url }));
    }),

  subscriptions: publicProcedure
    .input(contract['channel.subscriptions'].input)
    .output(contract['channel.subscriptions'].output)
    .query(async ({ ctx }) => {
      const rows = ctx.user ? await listSubscriptions(ctx.services.db, ctx.user.id) : [];
      return rows.map((row) => toSubscription(row, row));
    }),

  entries: publicProcedure
    .input(contract['channel.entries'].input)
    .output(contract['channel.entries'].output)
    .query(({ ctx, input }) => (ctx.user ? listEntries(ctx.services.db, ctx.user.id, input) : { entries: [], nextCursor: null })),

  follow: publicProcedure
    .input(contract['channel.follow'].input)
    .output(contract['channel.follow'].output)
    .mutation(({ ctx, input, signal }) =>
      follow(ctx.services, async () => (await ctx.ensureUser()).id, input.url, signal ?? endless()),
    ),

  unfollow: userProcedure
    .input(contract['channel.unfollow'].input)
    .output(contract['channel.unfollow'].output)
    .mutation(async ({ ctx, input }) => {
      await unfollow(ctx.services.db, ctx.user.id, input.channelId);
      return { unfollowed: true as const };
    }),

  restore: userProcedure
    .input(contract['channel.restore'].input)
    .output(contract['channel.restore'].output)
    .mutation(async ({ ctx, input }) => {
      const row = await restore(ctx.services.db, ctx.user.id, input.channelId);
      return toSubscription(row, row);
    }),

  checkAgain: userProcedure
    .input(contract['channel.checkAgain'].input)
    .output(contract['channel.checkAgain'].output)
    .mutation(async ({ ctx, input }) => {
      const row = await checkAgain(ctx.services, ctx.user.id, input.channelId);
      return toSubscription(row, row);
    }),

  setAutomatic: userProcedure
    .input(contract['channel.setAutomatic'].input)
    .output(contract['channel.setAutomatic'].output)
    .mutation(async ({ ctx, input }) => {
      const row = await setAutomatic(ctx.services.db, ctx.user.id, input);
      return toSubscription(row, row);
    }),

  settings: userProcedure
    .input(contract['channel.settings'].input)
    .output(contract['channel.settings'].output)
    .query(({ ctx }) => readSettings(ctx.services.db, ctx.user.id)),

  saveSettings: userProcedure
    .input(contract['channel.saveSettings'].input)
    .output(contract['channel.saveSettings'].output)
    .mutation(({ ctx, input }) => saveSettings(ctx.services.db, ctx.user.id, input)),

  importOpml: publicProcedure
    .input(contract['channel.importOpml'].input)
    .output(contract['channel.importOpml'].output)
    .mutation(({ ctx, input, signal }) =>
      importOpml(ctx.services, async () => (await ctx.ensureUser()).id, input.opml, signal ?? endless()),
    ),
};

export const exploreProcedures = {
  popular: publicProcedure
    .input(contract['explore.popular'].input)
    .output(contract['explore.popular'].output)
    .query(async ({ ctx }) => ({ items: await listPopular(ctx.services, ctx.user?.id ?? null) })),

  channels: publicProcedure
    .input(contract['explore.channels'].input)
    .output(contract['explore.channels'].output)
    .query(async ({ ctx, input }) => ({
      channels: await listPopularChannels(ctx.services.db, ctx.user?.id ?? null, input.kind),
    })),
};

export const digestProcedures = {
  week: publicProcedure
    .input(contract['digest.week'].input)
    .output(contract['digest.week'].output)
    .query(({ ctx, input, signal }) => readDigest(ctx.services, ctx.user?.id ?? null, input.day, signal ?? endless())),

  settings: userProcedure
    .input(contract['digest.settings'].input)
    .output(contract['digest.settings'].output)
    .query(({ ctx }) => readDigestSettings(ctx.services, ctx.user.id)),

  renewFeed: userProcedure
    .input(contract['digest.renewFeed'].input)
    .output(contract['digest.renewFeed'].output)
    .mutation(({ ctx, input }) => renewFeed(ctx.services, ctx.user.id, input.language)),

  saveMail: userProcedure
    .input(contract['digest.saveMail'].input)
    .output(contract['digest.saveMail'].output)
    .mutation(({ ctx, input }) => saveMail(ctx.services, ctx.user.id, input)),
};

import { modelIdFor } from '#features/usage/server/index.ts';
import { publicProcedure, userProcedure } from '#rpc/server.ts';
import { ingestContract as contract } from '../contract.ts';
import { openListing, readListingPage } from './playlist/playlist-store.ts';
import { queueItems } from './playlist/queue-items.ts';
import { preview } from './preview/preview.ts';
import { submit } from './submit/submit.ts';

export const ingestProcedures = {
  preview: publicProcedure
    .input(contract['ingest.preview'].input)
    .output(contract['ingest.preview'].output)
    .query(async ({ ctx, input, signal }) => {
      const [items, modelId] = await Promise.all([
        preview(ctx.services, ctx.user?.id ?? null, input.text, signal ?? new AbortController().signal),
        modelIdFor(ctx.services, ctx.user?.id),
      ]);
      return { items, withModel: modelId !== null };
    }),

  submit: publicProcedure
    .input(contract['ingest.submit'].input)
    .output(contract['ingest.submit'].output)
    .mutation(({ ctx, input, signal }) =>
      submit(ctx.services, ctx, input.items, { ...input, signal: signal ?? new AbortController().signal }),
    ),

  openListing: publicProcedure
    .input(contract['ingest.openListing'].input)
    .output(contract['ingest.openListing'].output)
    .mutation(({ ctx, input, signal }) =>
      openListing(ctx.services, async () => (await ctx.ensureUser()).id, input.url, signal ?? new AbortController().signal),
    ),

  listingPage: userProcedure
    .input(contract['ingest.listingPage'].input)
    .output(contract['ingest.listingPage'].output)
    .query(({ ctx, input, signal }) => readListingPage(ctx.services, ctx.user.id, input, signal ?? new AbortController().signal)),

  queueItems: userProcedure
    .input(contract['ingest.queueItems'].input)
    .output(contract['ingest.queueItems'].output)
    .mutation(({ ctx, input }) => queueItems(ctx.services, { userId: ctx.user.id, clientAddress: ctx.clientAddress }, input)),
};

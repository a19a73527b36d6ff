import { contentProcedure } from '#features/contents/server/index.ts';
import type { Asker } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { may } from '#lib/roles.ts';
import { type Context, publicProcedure, userProcedure } from '#rpc/server.ts';
import { sharingContract as contract } from '../contract.ts';
import { readAddingAll, startAddingAll, undoAddingAll } from './add-all/outcome.ts';
import { addItemsToLibrary } from './add-to-library.ts';
import { noteShareOf, shareNote, unshareNote } from './note-shares.ts';
import { listPublic, readPublic, requireVisible, takeSearch } from './public-collections.ts';
import { report } from './reports.ts';

async function askerOf(ctx: Context): Promise<Asker> {
  return { userId: (await ctx.ensureUser()).id, clientAddress: ctx.clientAddress };
}

export const sharingProcedures = {
  collections: publicProcedure
    .input(contract['public.collections'].input)
    .output(contract['public.collections'].output)
    .query(async ({ ctx, input }) => {
      if (input.search !== '') await takeSearch(ctx.services.db, ctx.clientAddress);
      return listPublic(ctx.services.db, input);
    }),

  collection: publicProcedure
    .input(contract['public.collection'].input)
    .output(contract['public.collection'].output)
    .query(({ ctx, input }) => readPublic(ctx.services.db, input)),

  addToLibrary: publicProcedure
    .input(contract['public.addToLibrary'].input)
    .output(contract['public.addToLibrary'].output)
    .mutation(async ({ ctx, input }) => {
      // Checked before an account is created for the request.
      const collection = await requireVisible(ctx.services.db, input.collection);
      return addItemsToLibrary(ctx.services, () => askerOf(ctx), collection, input.contentIds);
    }),

  addAllToLibrary: publicProcedure
    .input(contract['public.addAllToLibrary'].input)
    .output(contract['public.addAllToLibrary'].output)
    .mutation(async ({ ctx, input }) => {
      const collection = await requireVisible(ctx.services.db, input.collection);
      return startAddingAll(ctx.services, () => askerOf(ctx), collection);
    }),

  addAllResult: userProcedure
    .input(contract['public.addAllResult'].input)
    .output(contract['public.addAllResult'].output)
    .query(({ ctx }) => readAddingAll(ctx.services, ctx.user.id)),

  undoAddAll: userProcedure
    .input(contract['public.undoAddAll'].input)
    .output(contract['public.undoAddAll'].output)
    .mutation(({ ctx, input }) => undoAddingAll(ctx.services, ctx.user.id, input.taskId)),

  report: publicProcedure
    .input(contract['public.report'].input)
    .output(contract['public.report'].output)
    .mutation(async ({ ctx, input }) => {
      await report(ctx.services.db, { ...input, address: ctx.clientAddress });
      return {};
    }),

  noteShare: contentProcedure
    .input(contract['public.noteShare'].input)
    .output(contract['public.noteShare'].output)
    .query(({ ctx }) => noteShareOf(ctx.services.db, ctx.content)),

  shareNote: contentProcedure
    .input(contract['public.shareNote'].input)
    .output(contract['public.shareNote'].output)
    .mutation(({ ctx }) => {
      if (!may(ctx.user.role, 'publish')) throw new AppError('sign_in_needed');
      return shareNote(ctx.services.db, ctx.content);
    }),

  unshareNote: contentProcedure
    .input(contract['public.unshareNote'].input)
    .output(contract['public.unshareNote'].output)
    .mutation(async ({ ctx }) => {
      await unshareNote(ctx.services.db, ctx.content);
      return {};
    }),
};

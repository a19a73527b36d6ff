import { contentProcedure } from '#features/contents/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { largeOutput, publicProcedure, userProcedure } from '#rpc/server.ts';
import { shareContract as contract } from '../contract.ts';
import { addItems, createCollection, deleteCollection, removeItems, renameCollection } from './change.ts';
import { requireOwnedCollection } from './owned.ts';
import { collectionsOf, listCollections, namesByContent, readCollection } from './queries.ts';

export const collectionProcedures = {
  getContentCollections: contentProcedure
    .input(contract['share.getContentCollections'].input)
    .output(contract['share.getContentCollections'].output)
    .query(({ ctx }) => collectionsOf(ctx.services.db, ctx.content)),

  getBatchContentCollections: userProcedure
    .input(contract['share.getBatchContentCollections'].input)
    .output(contract['share.getBatchContentCollections'].output)
    .query(({ ctx, input }) => namesByContent(ctx.services.db, ctx.user.id, input.contentIds)),

  listUserCollections: publicProcedure
    .input(contract['share.listUserCollections'].input)
    .output(largeOutput(contract['share.listUserCollections'].output))
    .query(async ({ ctx }) => (ctx.user ? await listCollections(ctx.services.db, ctx.user.id) : [])),

  getCollectionDetails: userProcedure
    .input(contract['share.getCollectionDetails'].input)
    .output(contract['share.getCollectionDetails'].output)
    .query(async ({ ctx, input }) => {
      const { db } = ctx.services;
      return readCollection(db, await requireOwnedCollection(db, ctx.user.id, input.id), input);
    }),

  createCollection: publicProcedure
    .input(contract['share.createCollection'].input)
    .output(contract['share.createCollection'].output)
    .mutation(async ({ ctx, input }) => {
      if (!ctx.user && input.contentIds.length > 0) throw new AppError('not_found');
      return createCollection(ctx.services.db, (await ctx.ensureUser()).id, input);
    }),

  renameCollection: userProcedure
    .input(contract['share.renameCollection'].input)
    .output(contract['share.renameCollection'].output)
    .mutation(({ ctx, input }) => renameCollection(ctx.services.db, ctx.user.id, input.id, input.name)),

  deleteCollection: userProcedure
    .input(contract['share.deleteCollection'].input)
    .output(contract['share.deleteCollection'].output)
    .mutation(async ({ ctx, input }) => {
      await deleteCollection(ctx.services.db, ctx.user.id, input.id);
      return { deleted: true as const };
    }),

  addItemsToCollection: userProcedure
    .input(contract['share.addItemsToCollection'].input)
    .output(contract['share.addItemsToCollection'].output)
    .mutation(({ ctx, input }) => addItems(ctx.services.db, ctx.user.id, input)),

  removeItemsFromCollection: userProcedure
    .input(contract['share.removeItemsFromCollection'].input)
    .output(contract['share.removeItemsFromCollection'].output)
    .mutation(async ({ ctx, input }) => ({ removed: await removeItems(ctx.services.db, ctx.user.id, input) })),
};

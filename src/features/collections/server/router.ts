import { contentProcedure } from '#features/contents/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { may } from '#lib/roles.ts';
import { largeOutput, publicProcedure, userProcedure } from '#rpc/server.ts';
import { shareContract as contract } from '../contract.ts';
import { addItems } from './add-items.ts';
import { createCollection, publishCollection, updateCollection } from './change-collection.ts';
import { deleteCollection, restoreCollection } from './delete.ts';
import { moveItems } from './order.ts';
import { collectionsOf, contentIdsIn, coverPaths, listCollections, namesByContent, readCollection } from './queries.ts';
import { removeItems } from './remove-items.ts';

export const collectionProcedures = {
  getContentCollections: contentProcedure
    .input(contract['share.getContentCollections'].input)
    .output(contract['share.getContentCollections'].output)
    .query(({ ctx }) => collectionsOf(ctx.services.db, ctx.content)),

  getBatchContentCollections: userProcedure
    .input(contract['share.getBatchContentCollections'].input)
    .output(largeOutput(contract['share.getBatchContentCollections'].output))
    .query(({ ctx, input }) => namesByContent(ctx.services.db, ctx.user.id, input.contentIds)),

  getContentsInCollections: userProcedure
    .input(contract['share.getContentsInCollections'].input)
    .output(largeOutput(contract['share.getContentsInCollections'].output))
    .query(({ ctx, input }) => contentIdsIn(ctx.services.db, ctx.user.id, input.collectionIds)),

  getCollectionCovers: userProcedure
    .input(contract['share.getCollectionCovers'].input)
    .output(contract['share.getCollectionCovers'].output)
    .query(({ ctx, input }) => coverPaths(ctx.services.db, ctx.user.id, input.collectionIds)),

  listUserCollections: publicProcedure
    .input(contract['share.listUserCollections'].input)
    .output(largeOutput(contract['share.listUserCollections'].output))
    .query(async ({ ctx }) => (ctx.user ? await listCollections(ctx.services.db, ctx.user.id) : [])),

  getCollectionDetails: userProcedure
    .input(contract['share.getCollectionDetails'].input)
    .output(largeOutput(contract['share.getCollectionDetails'].output))
    .query(({ ctx, input }) => readCollection(ctx.services.db, ctx.user.id, input)),

  createCollection: publicProcedure
    .input(contract['share.createCollection'].input)
    .output(contract['share.createCollection'].output)
    .mutation(async ({ ctx, input }) => {
      if (!ctx.user && input.contentIds.length > 0) throw new AppError('not_found');
      return createCollection(ctx.services.db, (await ctx.ensureUser()).id, input);
    }),

  updateCollection: userProcedure
    .input(contract['share.updateCollection'].input)
    .output(contract['share.updateCollection'].output)
    .mutation(({ ctx, input }) => updateCollection(ctx.services.db, ctx.user.id, input)),

  publishCollection: userProcedure
    .input(contract['share.publishCollection'].input)
    .output(contract['share.publishCollection'].output)
    .mutation(({ ctx, input: { id, isPublic } }) => {
      if (isPublic && !may(ctx.user.role, 'publish')) throw new AppError('sign_in_needed');
      return publishCollection(ctx.services.db, ctx.user.id, id, isPublic);
    }),

  deleteCollection: userProcedure
    .input(contract['share.deleteCollection'].input)
    .output(contract['share.deleteCollection'].output)
    .mutation(async ({ ctx, input }) => {
      await deleteCollection(ctx.services.db, ctx.user.id, input.id);
      return { deleted: true as const };
    }),

  restoreCollection: userProcedure
    .input(contract['share.restoreCollection'].input)
    .output(contract['share.restoreCollection'].output)
    .mutation(({ ctx, input }) => restoreCollection(ctx.services.db, ctx.user.id, input.id)),

  addItemsToCollection: userProcedure
    .input(contract['share.addItemsToCollection'].input)
    .output(contract['share.addItemsToCollection'].output)
    .mutation(({ ctx, input }) => addItems(ctx.services.db, ctx.user.id, input)),

  removeItemsFromCollection: userProcedure
    .input(contract['share.removeItemsFromCollection'].input)
    .output(contract['share.removeItemsFromCollection'].output)
    .mutation(async ({ ctx, input }) => ({ removed: await removeItems(ctx.services.db, ctx.user.id, input) })),

  moveItemsInCollection: userProcedure
    .input(contract['share.moveItemsInCollection'].input)
    .output(contract['share.moveItemsInCollection'].output)
    .mutation(async ({ ctx, input }) => ({ moved: await moveItems(ctx.services.db, ctx.user.id, input) })),
};

import { publicProcedure, userProcedure } from '#rpc/server.ts';
import { smartFolderContract as contract } from '../contract.ts';
import { countDefinition, createFolder, deleteFolder, listChoices, listFolders, updateFolder } from './folders.ts';

export const smartFolderProcedures = {
  list: publicProcedure
    .input(contract['smartFolder.list'].input)
    .output(contract['smartFolder.list'].output)
    .query(async ({ ctx }) => (ctx.user ? await listFolders(ctx.services.db, ctx.user.id) : [])),
  create: publicProcedure
    .input(contract['smartFolder.create'].input)
    .output(contract['smartFolder.create'].output)
    .mutation(async ({ ctx, input: { match_type, created_at, ...folder } }) => {
      const createdAt = created_at === undefined ? undefined : new Date(created_at);
      return createFolder(ctx.services.db, (await ctx.ensureUser()).id, { ...folder, createdAt, matchType: match_type });
    }),
  update: userProcedure
    .input(contract['smartFolder.update'].input)
    .output(contract['smartFolder.update'].output)
    .mutation(({ ctx, input: { id, match_type, ...folder } }) =>
      updateFolder(ctx.services.db, ctx.user.id, id, { ...folder, matchType: match_type }),
    ),
  delete: userProcedure
    .input(contract['smartFolder.delete'].input)
    .output(contract['smartFolder.delete'].output)
    .mutation(async ({ ctx, input }) => {
      await deleteFolder(ctx.services.db, ctx.user.id, input.id);
      return { deleted: true as const };
    }),
  count: publicProcedure
    .input(contract['smartFolder.count'].input)
    .output(contract['smartFolder.count'].output)
    .query(async ({ ctx, input: { match_type, ...definition } }) => ({
      count: ctx.user ? await countDefinition(ctx.services.db, ctx.user.id, { ...definition, matchType: match_type }) : 0,
    })),
  choices: publicProcedure
    .input(contract['smartFolder.choices'].input)
    .output(contract['smartFolder.choices'].output)
    .query(async ({ ctx }) => (ctx.user ? await listChoices(ctx.services.db, ctx.user.id) : { sites: [], languages: [] })),
};

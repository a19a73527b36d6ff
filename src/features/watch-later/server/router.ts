import { permittedProcedure, userProcedure } from '#rpc/server.ts';
import { playlistContract as contract } from '../contract.ts';
import { addToList, readList, removeFromList } from './list.ts';

export const playlistProcedures = {
  list: userProcedure
    .input(contract['playlist.list'].input)
    .output(contract['playlist.list'].output)
    .query(async ({ ctx }) => ({ contentIds: await readList(ctx.services.db, ctx.user.id) })),

  add: permittedProcedure('addPlaylist')
    .input(contract['playlist.add'].input)
    .output(contract['playlist.add'].output)
    .mutation(async ({ ctx, input }) => ({ added: await addToList(ctx.services.db, ctx.user.id, input.contentId) })),

  remove: permittedProcedure('addPlaylist')
    .input(contract['playlist.remove'].input)
    .output(contract['playlist.remove'].output)
    .mutation(async ({ ctx, input }) => ({ removed: await removeFromList(ctx.services.db, ctx.user.id, input.contentId) })),
};

import { userProcedure } from '#rpc/server.ts';
import { libraryContract as contract } from '../contract.ts';
import { listVideos } from './videos.ts';

export const libraryProcedures = {
  videos: userProcedure
    .input(contract['user.videos'].input)
    .output(contract['user.videos'].output)
    .query(({ ctx, input }) => listVideos(ctx.services, ctx.user.id, input)),
};

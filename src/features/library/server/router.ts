import { userProcedure } from '#rpc/server.ts';
import { libraryContract as contract } from '../contract.ts';
import { listVideos } from './videos.ts';
import { listVideosByPage } from './videos-by-page.ts';

export const libraryProcedures = {
  videos: userProcedure
    .input(contract['user.videos'].input)
    .output(contract['user.videos'].output)
    .query(({ ctx, input }) => listVideos(ctx.services, ctx.user.id, input)),
  videosByPage: userProcedure
    .input(contract['user.videosByPage'].input)
    .output(contract['user.videosByPage'].output)
    .query(({ ctx, input }) => listVideosByPage(ctx.services, ctx.user.id, input)),
};

import { largeOutput, userProcedure } from '#rpc/server.ts';
import { libraryContract as contract } from '../contract.ts';
import { countNoteDays, listTags } from './note-figures.ts';
import { findQuickly, searchVideos } from './search-videos.ts';
import { listVideoIds } from './video-ids.ts';
import { listVideos } from './videos.ts';
import { listVideosByPage } from './videos-by-page.ts';

export const libraryProcedures = {
  videos: userProcedure
    .input(contract['user.videos'].input)
    .output(largeOutput(contract['user.videos'].output))
    .query(({ ctx, input }) => listVideos(ctx.services, ctx.user.id, input)),
  videosByPage: userProcedure
    .input(contract['user.videosByPage'].input)
    .output(largeOutput(contract['user.videosByPage'].output))
    .query(({ ctx, input }) => listVideosByPage(ctx.services, ctx.user.id, input)),
  videoIds: userProcedure
    .input(contract['user.videoIds'].input)
    .output(largeOutput(contract['user.videoIds'].output))
    .query(({ ctx, input }) => listVideoIds(ctx.services, ctx.user.id, input)),
  searchVideos: userProcedure
    .input(contract['user.searchVideos'].input)
    .output(largeOutput(contract['user.searchVideos'].output))
    .query(({ ctx, input }) => searchVideos(ctx.services, ctx.user.id, input)),
  tags: userProcedure
    .input(contract['user.tags'].input)
    .output(largeOutput(contract['user.tags'].output))
    .query(({ ctx }) => listTags(ctx.services, ctx.user.id)),
  noteDays: userProcedure
    .input(contract['user.noteDays'].input)
    .output(largeOutput(contract['user.noteDays'].output))
    .query(({ ctx, input }) => countNoteDays(ctx.services, ctx.user.id, input)),
};

export const findProcedures = {
  find: userProcedure
    .input(contract['library.find'].input)
    .output(largeOutput(contract['library.find'].output))
    .query(({ ctx, input }) => findQuickly(ctx.services, ctx.user.id, input)),
};

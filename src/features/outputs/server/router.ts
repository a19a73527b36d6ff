import { contentProcedure } from '#features/contents/server/index.ts';
import { userProcedure } from '#rpc/server.ts';
import { outputsContract as contract } from '../contract.ts';
import { listImages, listMusic, listVisionArticles } from './list-made-outputs.ts';
import { startImages, startMusic, startVisionArticle } from './start-output.ts';

export const outputProcedures = {
  makeImages: contentProcedure
    .input(contract['output.makeImages'].input)
    .output(contract['output.makeImages'].output)
    .mutation(({ ctx, input }) => startImages(ctx.services, ctx.content, input)),

  makeMusic: contentProcedure
    .input(contract['output.makeMusic'].input)
    .output(contract['output.makeMusic'].output)
    .mutation(({ ctx, input }) => startMusic(ctx.services, ctx.content, input)),

  makeVisionArticle: contentProcedure
    .input(contract['output.makeVisionArticle'].input)
    .output(contract['output.makeVisionArticle'].output)
    .mutation(({ ctx }) => startVisionArticle(ctx.services, ctx.content)),

  music: userProcedure
    .input(contract['output.music'].input)
    .output(contract['output.music'].output)
    .query(({ ctx, input }) => listMusic(ctx.services.db, ctx.user.id, input)),

  images: userProcedure
    .input(contract['output.images'].input)
    .output(contract['output.images'].output)
    .query(({ ctx, input }) => listImages(ctx.services.db, ctx.user.id, input)),

  visionArticles: userProcedure
    .input(contract['output.visionArticles'].input)
    .output(contract['output.visionArticles'].output)
    .query(({ ctx, input }) => listVisionArticles(ctx.services.db, ctx.user.id, input)),
};

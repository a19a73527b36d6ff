import { userProcedure } from '#rpc/server.ts';
import { outputsContract as contract } from '../contract.ts';
import { listImages, listMusic, listVisionArticles } from './list-outputs.ts';

export const outputProcedures = {
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

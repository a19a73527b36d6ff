import { contentProcedure } from '#features/contents/server/index.ts';
import { articlesContract as contract } from '../contract.ts';
import { readTalkArticle } from './talk-article.ts';
import { cancelArticle, deleteArticle, readWrittenArticle, startArticle } from './written-article.ts';

export const articleProcedures = {
  article: contentProcedure
    .input(contract['content.article'].input)
    .output(contract['content.article'].output)
    .query(async ({ ctx }) => ({ chapters: await readTalkArticle(ctx.services, ctx.content) })),

  writtenArticle: contentProcedure
    .input(contract['content.writtenArticle'].input)
    .output(contract['content.writtenArticle'].output)
    .query(({ ctx }) => readWrittenArticle(ctx.services, ctx.content)),

  writeArticle: contentProcedure
    .input(contract['content.writeArticle'].input)
    .output(contract['content.writeArticle'].output)
    .mutation(async ({ ctx, input }) => {
      await startArticle(ctx.services, ctx.content, input.parts);
      return { state: 'running' as const };
    }),

  cancelArticle: contentProcedure
    .input(contract['content.cancelArticle'].input)
    .output(contract['content.cancelArticle'].output)
    .mutation(async ({ ctx }) => ({ state: await cancelArticle(ctx.services, ctx.content) })),

  deleteArticle: contentProcedure
    .input(contract['content.deleteArticle'].input)
    .output(contract['content.deleteArticle'].output)
    .mutation(async ({ ctx }) => {
      await deleteArticle(ctx.services, ctx.content);
      return { deleted: true as const };
    }),
};

import { requireOwnedContent } from '#features/contents/server/index.ts';
import { userProcedure } from '#rpc/server.ts';
import { articlesContract as contract } from '../contract.ts';
import { readTalkArticle } from './talk-article.ts';
import { cancelArticle, deleteArticle, readWrittenArticle, startArticle } from './written-article.ts';

export const articleProcedures = {
  article: userProcedure
    .input(contract['content.article'].input)
    .output(contract['content.article'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { chapters: await readTalkArticle(ctx.services, content) };
    }),

  writtenArticle: userProcedure
    .input(contract['content.writtenArticle'].input)
    .output(contract['content.writtenArticle'].output)
    .query(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return readWrittenArticle(ctx.services, content);
    }),

  writeArticle: userProcedure
    .input(contract['content.writeArticle'].input)
    .output(contract['content.writeArticle'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await startArticle(ctx.services, content, input.parts);
      return { state: 'running' as const };
    }),

  cancelArticle: userProcedure
    .input(contract['content.cancelArticle'].input)
    .output(contract['content.cancelArticle'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      return { state: await cancelArticle(ctx.services.db, content) };
    }),

  deleteArticle: userProcedure
    .input(contract['content.deleteArticle'].input)
    .output(contract['content.deleteArticle'].output)
    .mutation(async ({ ctx, input }) => {
      const content = await requireOwnedContent(ctx.services.db, ctx.user.id, input.contentId);
      await deleteArticle(ctx.services.db, content);
      return { deleted: true as const };
    }),
};

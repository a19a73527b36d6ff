import { contentOfLink, wantedLink, writeOwnNote } from '#features/summaries/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { ensuredProcedure, publicProcedure, router } from '#rpc/server.ts';
import { linksContract as contract } from '../contract.ts';

function linkOf(text: string) {
  const wanted = wantedLink(text);
  if (!('url' in wanted)) throw new AppError('url_invalid');
  return wanted;
}

export const linkRouter = router({
  find: publicProcedure
    .input(contract['link.find'].input)
    .output(contract['link.find'].output)
    .query(async ({ ctx, input }) => {
      const wanted = linkOf(input.url);
      const found = ctx.user ? await contentOfLink(ctx.services.db, ctx.user.id, wanted) : null;
      return { url: wanted.url, content: found ? { contentId: found.id, status: found.status } : null };
    }),

  comment: ensuredProcedure
    .input(contract['link.comment'].input)
    .output(contract['link.comment'].output)
    .mutation(async ({ ctx, input }) => {
      const { url, note, title, siteName, noteLanguage } = input;
      const own = { note, title, siteName: siteName ?? null, noteLanguage };
      return { contentId: await writeOwnNote(ctx.services, ctx.user.id, linkOf(url), own) };
    }),
});

import { wantedLink } from '#features/contents/server/index.ts';
import { contentOfLink, writeOwnNote } from '#features/notes/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { publicProcedure } from '#rpc/server.ts';
import { linksContract as contract } from '../contract.ts';

function linkOf(text: string) {
  const wanted = wantedLink(text);
  if (!('url' in wanted)) throw new AppError('url_invalid');
  return wanted;
}

export const linkProcedures = {
  find: publicProcedure
    .input(contract['link.find'].input)
    .output(contract['link.find'].output)
    .query(async ({ ctx, input }) => {
      const wanted = linkOf(input.url);
      const found = ctx.user ? await contentOfLink(ctx.services.db, ctx.user.id, wanted) : null;
      return { url: wanted.url, content: found ? { contentId: found.id, status: found.status } : null };
    }),

  comment: publicProcedure
    .input(contract['link.comment'].input)
    .output(contract['link.comment'].output)
    .mutation(async ({ ctx, input }) => {
      const { url, note, title, siteName, noteLanguage } = input;
      const own = { note, title, siteName: siteName ?? null, noteLanguage };
      const wanted = linkOf(url);
      const user = await ctx.ensureUser();
      return { contentId: await writeOwnNote(ctx.services, user.id, wanted, own) };
    }),
};

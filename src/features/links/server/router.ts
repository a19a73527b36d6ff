import type { Db } from '#db/client.ts';
import { loadPlayable, ownedContents, wantedLink } from '#features/contents/server/index.ts';
import { contentOfLink, writeOwnNote } from '#features/notes/server/index.ts';
import { publicProcedure } from '#rpc/server.ts';
import { linksContract as contract } from '../contract.ts';
import { favicon, takeIconTurn } from './favicons.ts';

/** The form in which lists give it. */
const mediaAddress = /^\/api\/contents\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/media$/;

/** A file stored here is preferred to one served by the source. */
async function audioFileOf(db: Db, userId: string, contentId: string): Promise<string | null> {
  const [content] = await ownedContents(db, userId, [contentId]);
  const media = content ? (await loadPlayable(db, content.extractionId))?.media : null;
  if (!content || !media) return null;
  return media.blob === null ? media.url : `/api/contents/${content.id}/media`;
}

export const linkProcedures = {
  find: publicProcedure
    .input(contract['link.find'].input)
    .output(contract['link.find'].output)
    .query(async ({ ctx, input }) => {
      const wanted = wantedLink(input.url);
      const found = ctx.user ? await contentOfLink(ctx.services.db, ctx.user.id, wanted) : null;
      return { url: wanted.url, content: found ? { contentId: found.id, status: found.status } : null };
    }),

  audioFile: publicProcedure
    .input(contract['link.audioFile'].input)
    .output(contract['link.audioFile'].output)
    .query(async ({ ctx, input }) => {
      const named = mediaAddress.exec(input.url)?.[1];
      const wanted = named === undefined ? wantedLink(input.url) : null;
      if (!ctx.user) return { fileUrl: null };
      const { db } = ctx.services;
      const id = wanted ? (await contentOfLink(db, ctx.user.id, wanted))?.id : named;
      return { fileUrl: id === undefined ? null : await audioFileOf(db, ctx.user.id, id) };
    }),

  favicon: publicProcedure
    .input(contract['link.favicon'].input)
    .output(contract['link.favicon'].output)
    .query(async ({ ctx: { services, user, clientAddress }, input }) => ({
      icon: await favicon(services, input.hostname, () => takeIconTurn(services, { userId: user?.id, clientAddress })),
    })),

  comment: publicProcedure
    .input(contract['link.comment'].input)
    .output(contract['link.comment'].output)
    .mutation(async ({ ctx, input }) => {
      const { url, note, title, siteName, noteLanguage } = input;
      const own = { note, title, siteName: siteName ?? null, noteLanguage };
      const wanted = wantedLink(url);
      const user = await ctx.ensureUser();
      return { contentId: await writeOwnNote(ctx.services, user.id, wanted, own) };
    }),
};

/** Public pages that need no script. Never cached, so that anything made private is gone at once. */
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { z } from 'zod';
import { imageMimeOfKey } from '#features/contents/server/index.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Asker, Services } from '#infra/services.ts';
import { serveBlob } from '#infra/storage/serve.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { languageOf } from '#lib/language-of-request.ts';
import { collectionPath } from '../shared/public-paths.ts';
import { addToLibrary, takeCopies } from './add-to-library.ts';
import { collectionFeed, feedTag } from './collection-feed.ts';
import { collectionHtml } from './collection-html.ts';
import { missingHtml, notePagePolicy } from './note-html.ts';
import { notePage } from './note-page.ts';
import { publicCover, readPublic, requireVisible } from './public-collections.ts';
import { requirePublicItem, requireSharedNote, type VisibleNote } from './public-notes.ts';

export type PublicRoutesOptions = {
  services: Services;
  /** Null: the origin of the request. */
  baseUrl: string | null;
  /** The interface's page; null if it is not built. */
  interfacePage: string | null;
  isSameOrigin: (c: Context) => boolean;
  clientAddressOf: (c: Context) => string;
  getUser: (c: Context) => Promise<AuthUser | null>;
  createAccount: (c: Context) => Promise<{ user: AuthUser; setCookies: string[] }>;
  keepSession: (user: AuthUser) => Promise<void>;
};

const itemsOnPage = 100;
const longestFormBytes = 4096;
const unkept = { 'cache-control': 'no-store' };

export function createPublicRoutes(options: PublicRoutesOptions): Hono {
  const { services, baseUrl, interfacePage } = options;
  const { db } = services;
  const routes = new Hono();
  const originOf = (c: Context) => baseUrl ?? new URL(c.req.url).origin;
  const languageFor = (c: Context) => languageOf(getCookie(c, 'language'), c.req.header('accept-language'));

  routes.get('/user/collections/:slug', async (c, next) => {
    const found = await unlessMissing(() => requireVisible(db, c.req.param('slug')));
    // Not public: the interface finds out whether it is the user's own.
    if (found === null) return next();
    if (found.slug !== c.req.param('slug')) return c.redirect(collectionPath(found.slug), 302);
    const page = await readPublic(db, { id: found.id, limit: itemsOnPage, cursor: c.req.query('after') });
    return c.html(collectionHtml(interfacePage, { ...page, origin: originOf(c), language: languageFor(c) }), 200, unkept);
  });

  routes.get('/user/collections/:slug/feed.atom', async (c) => {
    const collection = await requireVisible(db, c.req.param('slug'));
    const etag = await feedTag(db, collection);
    const headers = { 'cache-control': 'private, no-cache', etag };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    const feed = await collectionFeed(services, collection, { origin: originOf(c), signal: c.req.raw.signal });
    return c.body(feed, 200, { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' });
  });

  async function showNote(c: Context, read: () => Promise<VisibleNote>, path: string): Promise<Response> {
    const headers = {
      ...unkept,
      'content-security-policy': notePagePolicy,
      'referrer-policy': 'strict-origin-when-cross-origin',
    };
    const note = await unlessMissing(read);
    if (note === null) return c.html(missingHtml(languageFor(c)), 404, headers);
    const how = { origin: originOf(c), path, language: languageFor(c), signal: c.req.raw.signal };
    return c.html(await notePage(services, note, how), 200, headers);
  }

  routes.get('/user/collections/:slug/:contentId', (c) => {
    const { slug, contentId } = c.req.param();
    return showNote(c, () => requirePublicItem(db, slug, uuidOf(contentId)), new URL(c.req.url).pathname);
  });

  routes.get('/s/note/:slug', (c) => showNote(c, () => requireSharedNote(db, c.req.param('slug')), new URL(c.req.url).pathname));

  routes.get('/api/public/collections/:id/cover', async (c) => {
    const cover = await publicCover(db, c.req.param('id'));
    return serveCover(c, services, cover);
  });

  routes.get('/api/public/collections/:id/items/:contentId/:picture{cover|icon}', async (c) => {
    const { id, contentId } = c.req.param();
    const { content } = await requirePublicItem(db, id, uuidOf(contentId));
    return serveCover(c, services, content.coverBlob);
  });

  routes.get('/api/public/notes/:slug/cover', async (c) => {
    const { content } = await requireSharedNote(db, c.req.param('slug'));
    return serveCover(c, services, content.coverBlob);
  });

  routes.post('/api/public/copy', (c) => copyToLibrary(c, options));

  return routes;
}

/** Handles the form on a note's page; redirects to the content in the library. */
async function copyToLibrary(c: Context, options: PublicRoutesOptions): Promise<Response> {
  const { services } = options;
  const { db } = services;
  if (!options.isSameOrigin(c)) throw new AppError('bad_request', { detail: 'from another site' });
  if (Number(c.req.header('content-length') ?? longestFormBytes + 1) > longestFormBytes) throw new AppError('file_too_large');
  const form = z
    .union([
      z.strictObject({ note: z.string().max(100) }),
      z.strictObject({ collection: z.string().max(200), contentId: z.uuid() }),
    ])
    .safeParse(await c.req.parseBody());
  if (!form.success) throw new AppError('bad_request');
  const { data } = form;
  const { content } =
    'note' in data ? await requireSharedNote(db, data.note) : await requirePublicItem(db, data.collection, data.contentId);
  if (content.sourceUrl === null) throw new AppError('not_found');
  const user = (await options.getUser(c)) ?? (await makeGuest(c, options));
  const asker: Asker = { userId: user.id, clientAddress: options.clientAddressOf(c) };
  await takeCopies(db, asker, 1);
  const added = await addToLibrary(services, asker, content);
  if (added === null) throw new AppError('not_found');
  await options.keepSession(user);
  return c.redirect(`/content/${added.contentId}`, 303);
}

async function makeGuest(c: Context, { createAccount }: PublicRoutesOptions): Promise<AuthUser> {
  const { user, setCookies } = await createAccount(c);
  for (const cookie of setCookies) c.header('set-cookie', cookie, { append: true });
  return user;
}

async function unlessMissing<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  }
}

/** Errors: `not_found`. */
function uuidOf(text: string): string {
  if (!z.uuid().safeParse(text).success) throw new AppError('not_found');
  return text;
}

/** Errors: `not_found`. */
function serveCover(c: Context, { blobs }: Services, coverBlob: string | null): Promise<Response> {
  if (coverBlob === null) throw new AppError('not_found');
  return serveBlob(c, blobs, coverBlob, { mime: imageMimeOfKey(coverBlob) });
}

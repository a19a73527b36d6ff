/** Public pages that need no script. Never cached, so that anything made private is gone at once. */
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { z } from 'zod';
import { imageMimeOfKey } from '#features/contents/server/index.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Asker, Services } from '#infra/services.ts';
import { serveBlob } from '#infra/storage/serve.ts';
import { AppError, findAppError, hasCode } from '#lib/app-error.ts';
import { hasTag } from '#lib/etag.ts';
import { reportLength } from '#lib/input-limits.ts';
import { languageOf } from '#lib/language-of-request.ts';
import { publicAddress } from '#lib/personal-address.ts';
import { reportReasons } from '#lib/report-reasons.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { collectionPath, itemPath, sharedNotePath } from '../shared/public-paths.ts';
import { addToLibrary, takeCopies } from './add-to-library.ts';
import { collectionFeed, feedTag } from './collection-feed.ts';
import { collectionHtml } from './collection-html.ts';
import { missingHtml, notePagePolicy, refusedReportHtml } from './note-html.ts';
import { notePage } from './note-page.ts';
import { publicCover, readPublic, requireVisible } from './public-collections.ts';
import { requirePublicItem, requireSharedNote, type VisibleNote } from './public-notes.ts';
import { report } from './reports.ts';

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
/** The longest message, in which each character may take nine bytes. */
const longestReportBytes = 4096 + 9 * reportLength;
const unkept = { 'cache-control': 'no-store' };
const notePageHeaders = {
  ...unkept,
  'content-security-policy': notePagePolicy,
  'referrer-policy': 'strict-origin-when-cross-origin',
};

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
    if (hasTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    const feed = await collectionFeed(services, collection, { origin: originOf(c), signal: c.req.raw.signal });
    return c.body(feed, 200, { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' });
  });

  async function showNote(c: Context, read: () => Promise<VisibleNote>, path: string): Promise<Response> {
    const note = await unlessMissing(read);
    if (note === null) return c.html(missingHtml(languageFor(c)), 404, notePageHeaders);
    const reported = c.req.query('reported') === '1';
    const how = { origin: originOf(c), path, reported, language: languageFor(c), signal: c.req.raw.signal };
    return c.html(await notePage(services, note, how), 200, notePageHeaders);
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

  routes.post('/api/public/report', async (c) => {
    const { form, path } = await readReport(c, options);
    try {
      await report(db, { ...form, address: options.clientAddressOf(c) });
    } catch (error) {
      const refused = findAppError(error);
      if (refused?.code !== 'too_many_reports') throw error;
      const minutes = Number(refused.params.minutes);
      return c.html(refusedReportHtml(languageFor(c), { minutes, path }), 429, notePageHeaders);
    }
    return c.redirect(`${path}?reported=1#report`, 303);
  });

  return routes;
}

const zSharedNote = z.strictObject({ note: z.string().max(100) });
const zPublicItem = z.strictObject({ collection: z.string().max(200), contentId: z.uuid() });

/** The form of one of this server's own pages. Errors: `bad_request`, `file_too_large`. */
async function readForm<Form>(
  c: Context,
  { isSameOrigin }: PublicRoutesOptions,
  { schema, longestBytes }: { schema: z.ZodType<Form>; longestBytes: number },
): Promise<Form> {
  if (!isSameOrigin(c)) throw new AppError('bad_request', { detail: 'from another site' });
  if (Number(c.req.header('content-length') ?? longestBytes + 1) > longestBytes) throw new AppError('file_too_large');
  const form = schema.safeParse(await c.req.parseBody());
  if (!form.success) throw new AppError('bad_request');
  return form.data;
}

const zReport = { reason: z.enum(reportReasons), message: zTypedText.trim().max(reportLength) };
const zReportForm = z.union([zSharedNote.extend(zReport), zPublicItem.extend(zReport)]);

/** What a note's page reports. An item of a collection is reported with it, named by its address. */
async function readReport(c: Context, options: PublicRoutesOptions) {
  const data = await readForm(c, options, { schema: zReportForm, longestBytes: longestReportBytes });
  const { reason, message } = data;
  if ('note' in data) {
    const form = { target: { kind: 'note' as const, slug: data.note }, reason, message };
    return { form, path: sharedNotePath(data.note) };
  }
  const { collection, content } = await requirePublicItem(options.services.db, data.collection, data.contentId);
  const path = itemPath(collection?.slug ?? data.collection, content.id);
  const target = { kind: 'collection' as const, id: data.collection };
  return { form: { target, reason, message: `${path}\n${message}`.trim() }, path };
}

/** Handles the form on a note's page; redirects to the content in the library. */
async function copyToLibrary(c: Context, options: PublicRoutesOptions): Promise<Response> {
  const { services } = options;
  const { db } = services;
  const schema = z.union([zSharedNote, zPublicItem]);
  const data = await readForm(c, options, { schema, longestBytes: longestFormBytes });
  const { content } =
    'note' in data ? await requireSharedNote(db, data.note) : await requirePublicItem(db, data.collection, data.contentId);
  if (publicAddress(content.sourceUrl) === null) throw new AppError('not_found');
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

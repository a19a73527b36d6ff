/** Addresses outside the interface: OPML for other readers, the digest's feed, and the link that ends its mails. */
import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { hashOf } from '#engine/hash.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { hasTag } from '#lib/etag.ts';
import { languageOf } from '#lib/language-of-request.ts';
import { endMailsHtml } from './digest/end-mails-page.ts';
import { readLastDigests } from './digest/read-digest.ts';
import { endMails, hasEndToken, requireFeed } from './digest/settings.ts';
import { digestFeed } from './digest/write-digest.ts';
import { exportOpml } from './opml.ts';

type Options = {
  services: Services;
  userIdOf: (c: Context) => Promise<string | null>;
  /** Null: taken from the request. */
  baseUrl: string | null;
};

const weeksInFeed = 8;
const unkept = { 'cache-control': 'no-store' };

/** Errors: `not_found` without a session, and for an unknown or replaced token. */
export function createChannelRoutes({ services, userIdOf, baseUrl }: Options): Hono {
  const { db } = services;
  const routes = new Hono();
  routes.get('/opml', async (c) => {
    const userId = await userIdOf(c);
    if (userId === null) throw new AppError('not_found');
    return c.body(await exportOpml(services, userId, new Date()), 200, {
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="gleaner-subscriptions.opml"',
      ...unkept,
    });
  });

  routes.get('/digest.atom', async (c) => {
    const token = c.req.query('token') ?? '';
    const { userId, language } = await requireFeed(db, token);
    const origin = baseUrl ?? new URL(c.req.url).origin;
    const digests = await readLastDigests(services, userId, weeksInFeed, c.req.raw.signal);
    const feed = await digestFeed({ origin, token, language, readerTag: hashOf(userId).slice(0, 24) }, digests);
    const etag = `"${hashOf(feed).slice(0, 24)}"`;
    const headers = { 'cache-control': 'private, no-cache', etag };
    if (hasTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    return c.body(feed, 200, { ...headers, 'content-type': 'application/atom+xml; charset=utf-8' });
  });

  const languageFor = (c: Context) => languageOf(getCookie(c, 'language'), c.req.header('accept-language'));
  // Programs that scan mails open links, so opening one must not end anything.
  routes.get('/digest/unsubscribe', async (c) => {
    const known = await hasEndToken(db, c.req.query('token') ?? '');
    return c.html(await endMailsHtml(known ? 'asked' : 'missing', languageFor(c)), known ? 200 : 404, unkept);
  });
  // Mail programs send this too, in one click, without a session and without an origin.
  routes.post('/digest/unsubscribe', async (c) => {
    const known = await endMails(db, c.req.query('token') ?? '');
    return c.html(await endMailsHtml(known ? 'ended' : 'missing', languageFor(c)), known ? 200 : 404, unkept);
  });
  return routes;
}

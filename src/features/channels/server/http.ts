/** `GET /api/channels/opml`: the user's subscriptions, for other readers. */
import { type Context, Hono } from 'hono';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { exportOpml } from './opml.ts';

type Options = { services: Services; userIdOf: (c: Context) => Promise<string | null> };

/** Errors: `not_found` without a session. */
export function createChannelRoutes({ services, userIdOf }: Options): Hono {
  const routes = new Hono();
  routes.get('/opml', async (c) => {
    const userId = await userIdOf(c);
    if (userId === null) throw new AppError('not_found');
    return c.body(await exportOpml(services, userId, new Date()), 200, {
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="gleaner-subscriptions.opml"',
      'cache-control': 'no-store',
    });
  });
  return routes;
}

/** `GET /api/my-data/archive`: everything the caller owns, as a zip that is written while it is read. */
import { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { exportAccount } from './export/export-account.ts';

export type MyDataRoutesOptions = {
  services: Services;
  userIdOf: (c: Context) => Promise<string | null>;
};

const archivesPerHour = 12;

/** Errors: `not_found` without an account, `too_many_archives`. */
export function createMyDataRoutes({ services, userIdOf }: MyDataRoutesOptions): Hono {
  const routes = new Hono();
  routes.get('/archive', async (c) => {
    const userId = await userIdOf(c);
    if (userId === null) throw new AppError('not_found');
    await takeFromLimits(services.db, [
      {
        key: `archives-user:${userId}`,
        most: archivesPerHour,
        windowSeconds: 3600,
        refusal: (minutes) => ({ code: 'too_many_archives', params: { minutes } }),
      },
    ]);
    const archive = exportAccount(services, userId);
    archive.on('error', (error) => services.logger.warn({ err: error }, 'an archive was not written to its end'));
    const day = new Date().toISOString().slice(0, 10);
    return c.body(Readable.toWeb(archive) as ReadableStream<Uint8Array>, 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="gleaner-${day}.zip"`,
      'cache-control': 'no-store',
    });
  });
  return routes;
}

/** Serves only the user's own picture. The id in the address makes it cacheable; it gives no access to another user's. */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { avatarKeyOf } from '#infra/auth/accounts/avatars.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { serveBlob } from '#infra/storage/serve.ts';
import { AppError } from '#lib/app-error.ts';
import { avatarBytes } from '#lib/input-limits.ts';
import { may } from '#lib/roles.ts';
import { saveAvatar, takeAvatarTry } from './avatar.ts';

type Tools = {
  services: Services;
  isSameOrigin: (c: Context) => boolean;
  getUser: (c: Context) => Promise<AuthUser | null>;
};

export function createAvatarRoutes({ services, isSameOrigin, getUser }: Tools): Hono<{ Variables: { userId: string } }> {
  const routes = new Hono<{ Variables: { userId: string } }>();
  routes.put(
    '/',
    async (c, next) => {
      if (!isSameOrigin(c)) throw new AppError('bad_request', { detail: 'from another site' });
      const user = await getUser(c);
      if (!user || !may(user.role, 'changeUsername')) throw new AppError('sign_in_needed');
      await takeAvatarTry(services, user.id);
      c.set('userId', user.id);
      await next();
    },
    bodyLimit({
      maxSize: avatarBytes,
      onError: () => {
        throw new AppError('picture_too_large');
      },
    }),
    async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      await saveAvatar(services, { userId: c.get('userId'), bytes, signal: c.req.raw.signal });
      return c.body(null, 204, { 'cache-control': 'no-store' });
    },
  );
  routes.get('/:id', async (c) => {
    const avatar = (await getUser(c))?.avatar ?? null;
    if (avatar !== c.req.param('id')) throw new AppError('not_found');
    return serveBlob(c, services.blobs, avatarKeyOf(avatar), { mime: 'image/webp' });
  });
  return routes;
}

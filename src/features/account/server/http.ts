/** Where providers of sign-in send the browser back to: the only address below `/api/auth`. */
import { Hono, type Context as HonoContext } from 'hono';
import { type Auth, type AuthUser, afterProviderPath } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { toAppError } from '#lib/app-error.ts';
import { settleSignIn } from './join-accounts.ts';

type Tools = { services: Services; auth: Auth; getUser: (c: HonoContext) => Promise<AuthUser | null> };

export function createSignInRoutes({ services, auth, getUser }: Tools): Hono {
  const routes = new Hono();
  routes.get('/callback/:provider', async (c) => {
    const known = services.settings.accounts.providers.some(({ id }) => id === c.req.param('provider'));
    if (!known || services.settings.accounts.mode === 'single') return c.notFound();
    const before = await getUser(c);
    const { response, signedIn } = await auth.finishProvider(c.req.raw);
    if (!signedIn) return response;
    try {
      await settleSignIn(services, before, signedIn);
      await auth.keepSession(signedIn);
      return response;
    } catch (error) {
      // Without its cookies: the guest is still the guest.
      services.logger.error({ err: error }, 'a sign-in through a provider could not be finished');
      return c.redirect(`${afterProviderPath}?error=${toAppError(error).code}`);
    }
  });
  return routes;
}

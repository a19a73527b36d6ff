/** The address that sign-in providers send the browser back to; the only one below `/api/auth`. */
import { Hono, type Context as HonoContext } from 'hono';
import { beginReferral } from '#features/metering/server/index.ts';
import { type Auth, type AuthUser, afterProviderPath } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { toAppError } from '#lib/app-error.ts';
import { settleSignIn } from './join-accounts.ts';
import { readReferralCookie } from './referral-cookie.ts';

type Tools = {
  services: Services;
  auth: Auth;
  getUser: (c: HonoContext) => Promise<AuthUser | null>;
  clientAddressOf: (c: HonoContext) => string;
};

/** An account younger than this was created by the sign-in that just finished. */
const newAccountMs = 60_000;

export function createSignInRoutes({ services, auth, getUser, clientAddressOf }: Tools): Hono {
  const routes = new Hono();
  routes.get('/callback/:provider', async (c) => {
    const known = services.settings.accounts.providers.some(({ id }) => id === c.req.param('provider'));
    if (!known || services.settings.accounts.mode === 'single') return c.notFound();
    const before = await getUser(c);
    const { response, signedIn } = await auth.finishProvider(c.req.raw);
    if (!signedIn) return response;
    try {
      await beginNewReferral(c, before, signedIn);
      await settleSignIn(services, before, signedIn);
      await auth.keepSession(signedIn);
      return response;
    } catch (error) {
      // The cookies of `response` are not sent, so the browser stays with its guest.
      services.logger.error({ err: error }, 'a sign-in through a provider could not be finished');
      return c.redirect(`${afterProviderPath}?error=${toAppError(error).code}`);
    }
  });
  async function beginNewReferral(c: HonoContext, before: AuthUser | null, after: AuthUser): Promise<void> {
    const isNew = Date.now() - after.createdAt.getTime() < newAccountMs && (before === null || before.isAnonymous);
    const code = readReferralCookie(c.req.raw.headers);
    if (!isNew || code === undefined || after.email === null) return;
    await beginReferral(services, { code, email: after.email, clientAddress: clientAddressOf(c), userId: after.id });
  }

  return routes;
}

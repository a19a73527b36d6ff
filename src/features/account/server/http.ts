/** The address that sign-in providers send the browser back to; the only one below `/api/auth`. */
import { Hono, type Context as HonoContext } from 'hono';
import { beginReferral } from '#features/metering/server/index.ts';
import { type Auth, type AuthUser, afterProviderPath } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { toAppError } from '#lib/app-error.ts';
import { readEntryCookie } from './entry-cookies.ts';
import { takeInvitation } from './invitations.ts';
import { settleSignIn } from './join-accounts.ts';
import { needsInvitation } from './sign-up.ts';

type Tools = {
  services: Services;
  auth: Auth;
  getUser: (c: HonoContext) => Promise<AuthUser | null>;
  clientAddressOf: (c: HonoContext) => string;
};

export function createSignInRoutes({ services, auth, getUser, clientAddressOf }: Tools): Hono {
  const routes = new Hono();
  routes.get('/callback/:provider', async (c) => {
    const known = services.settings.accounts.providers.some(({ id }) => id === c.req.param('provider'));
    if (!known || services.settings.accounts.mode === 'single') return c.notFound();
    const before = await getUser(c);
    // Asked before: the account that is made now may be the first.
    const isClosed = await needsInvitation(services, null);
    const { response, signedIn, undoSignUp } = await auth.finishProvider(c.req.raw);
    if (!signedIn) return response;
    try {
      if (undoSignUp && isClosed) await takeSentInvitation(c, signedIn, undoSignUp);
      if (undoSignUp) await beginNewReferral(c, before, signedIn);
      await settleSignIn(services, before, signedIn);
      await auth.keepSession(signedIn);
      return response;
    } catch (error) {
      // The cookies of `response` are not sent, so the browser stays with its guest.
      services.logger.error({ err: error }, 'a sign-in through a provider could not be finished');
      return c.redirect(`${afterProviderPath}?error=${toAppError(error).code}`);
    }
  });
  async function takeSentInvitation(c: HonoContext, { email }: AuthUser, undoSignUp: () => Promise<void>): Promise<void> {
    try {
      await takeInvitation(services.db, readEntryCookie('invitation', c.req.raw.headers), email ?? '');
    } catch (error) {
      await undoSignUp();
      throw error;
    }
  }
  async function beginNewReferral(c: HonoContext, before: AuthUser | null, after: AuthUser): Promise<void> {
    // A second account made in the same browser does not count as a referral.
    const isNew = before === null || before.isAnonymous;
    const code = readEntryCookie('ref', c.req.raw.headers);
    if (!isNew || code === undefined || after.email === null) return;
    await beginReferral(services, { code, email: after.email, clientAddress: clientAddressOf(c), userId: after.id });
  }

  return routes;
}

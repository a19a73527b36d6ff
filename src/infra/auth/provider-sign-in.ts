import { eq } from 'drizzle-orm';
import { user } from '#db/schema/auth.ts';
import { AppError } from '#lib/app-error.ts';
import type { Auth } from './auth-port.ts';
import { type AuthOptions, afterProviderPath, type BetterAuth } from './better-auth.ts';
import { sessionOf, withoutSession } from './opened-session.ts';
import type { ReadSession } from './read-session.ts';
import { orRefusal } from './refusals.ts';

export function createProviderSignIn(
  options: AuthOptions,
  { auth }: BetterAuth,
  readSession: ReadSession,
): Pick<Auth, 'startProvider' | 'finishProvider'> {
  return {
    async startProvider({ provider, mayBeNew }, headers) {
      const known = options.providers.find(({ id }) => id === provider);
      if (!known) throw new AppError('not_found');
      const callbackURL = `${options.baseUrl}${afterProviderPath}`;
      const body = { provider, callbackURL, errorCallbackURL: callbackURL, disableRedirect: true, requestSignUp: mayBeNew };
      const { response, headers: answered } = await orRefusal(
        // The type lists only the providers built into better-auth.
        auth.api.signInSocial({ body: { ...body, provider: provider as 'wechat' }, headers, returnHeaders: true }),
      );
      const url = 'url' in response ? response.url : undefined;
      if (!url) throw new AppError('provider_failed');
      return {
        url: known.kind === 'wechat' ? `${url}#wechat_redirect` : url,
        setCookies: answered.getSetCookie(),
      };
    },
    async finishProvider(request) {
      const started = Date.now();
      const response = await auth.handler(new Request(request, { headers: withoutSession(request.headers) }));
      const cookies = response.headers.getSetCookie();
      const opened = cookies.some((line) => /gleaner\.session_token=[^;]/.test(line));
      const signedIn = opened ? await sessionOf(readSession, cookies) : null;
      const isNew = signedIn !== null && signedIn.createdAt.getTime() >= started;
      const undoSignUp = async () => void (await options.db.delete(user).where(eq(user.id, signedIn?.id ?? '')));
      return { response, signedIn, undoSignUp: isNew ? undoSignUp : null };
    },
  };
}

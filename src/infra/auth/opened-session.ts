import { AppError } from '#lib/app-error.ts';
import { type AuthUser, toAuthUser } from './auth-user.ts';
import type { BetterAuth } from './better-auth.ts';

/** Whose session these cookies open. Errors: `unauthenticated` when it has been ended meanwhile. */
export async function sessionOf({ auth }: BetterAuth, setCookies: readonly string[]): Promise<AuthUser> {
  const jar = new Map<string, string>();
  // The last one of a name wins, as in a browser: an ended session's cookie may be taken back first.
  for (const line of setCookies) {
    const [pair = ''] = line.split(';');
    jar.set(pair.slice(0, pair.indexOf('=')), pair);
  }
  const cookie = [...jar.values()].join('; ');
  const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
  if (!found) throw new AppError('unauthenticated', { detail: 'the session was ended at once' });
  return toAuthUser(found.user, found.session);
}

/** Of every request that signs somebody in: the library answers a session that has just ended by taking the new one back. */
export function withoutSession(headers: Headers): Headers {
  const cookie = headers.get('cookie') ?? '';
  const live = cookie.split(/;\s*/).filter((pair) => !/^(?:__Secure-)?gleaner\.session_token=/.test(pair));
  const fresh = new Headers(headers);
  fresh.set('cookie', live.join('; '));
  return fresh;
}

import { AppError } from '#lib/app-error.ts';
import { type AuthUser, toAuthUser } from './auth-user.ts';
import type { BetterAuth } from './better-auth.ts';

/** Whose session these cookies open. */
export async function sessionOf({ auth }: BetterAuth, setCookies: readonly string[]): Promise<AuthUser> {
  const jar = new Map<string, string>();
  // The last one of a name wins, as in a browser: an ended session's cookie may be taken back first.
  for (const line of setCookies) {
    const [pair = ''] = line.split(';');
    jar.set(pair.slice(0, pair.indexOf('=')), pair);
  }
  const cookie = [...jar.values()].join('; ');
  const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
  if (!found) throw new AppError('internal', { detail: 'no session was made' });
  return toAuthUser(found.user, found.session);
}

/** The library answers a sign-in, also a guest's, with a dead session's cookie by taking the new one back. */
export async function withoutDeadSession({ auth }: BetterAuth, headers: Headers): Promise<Headers> {
  if (headers.get('cookie') === null || (await auth.api.getSession({ headers }))) return headers;
  return withoutSession(headers);
}

export function withoutSession(headers: Headers): Headers {
  const cookie = headers.get('cookie') ?? '';
  const live = cookie.split(/;\s*/).filter((pair) => !/^(?:__Secure-)?gleaner\.session_token=/.test(pair));
  const fresh = new Headers(headers);
  fresh.set('cookie', live.join('; '));
  return fresh;
}

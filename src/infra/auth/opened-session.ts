import { AppError } from '#lib/app-error.ts';
import type { AuthUser } from './accounts/auth-user.ts';
import type { ReadSession } from './read-session.ts';

/** The user of the session in these cookies. Errors: `unauthenticated` when the session has ended meanwhile. */
export async function sessionOf(readSession: ReadSession, setCookies: readonly string[]): Promise<AuthUser> {
  const jar = new Map<string, string>();
  // The last cookie of a name wins, as in a browser: the cookie of an ended session may be deleted first.
  for (const line of setCookies) {
    const [pair = ''] = line.split(';');
    jar.set(pair.slice(0, pair.indexOf('=')), pair);
  }
  const cookie = [...jar.values()].join('; ');
  const user = await readSession(new Headers({ cookie }));
  if (!user) throw new AppError('unauthenticated', { detail: 'the session was ended at once' });
  return user;
}

/** For requests that sign in: if the current session has just ended, better-auth would delete the new session's cookie. */
export function withoutSession(headers: Headers): Headers {
  const cookie = headers.get('cookie') ?? '';
  const live = cookie.split(/;\s*/).filter((pair) => !/^(?:__Secure-)?gleaner\.session_token=/.test(pair));
  const fresh = new Headers(headers);
  fresh.set('cookie', live.join('; '));
  return fresh;
}

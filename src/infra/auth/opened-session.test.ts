import { expect, test } from 'vitest';
import type { BetterAuth } from './better-auth.ts';
import { sessionOf, withoutSession } from './opened-session.ts';
import { isMessagingEmail } from './providers.ts';

/** A fake better-auth with one live session, which records the cookies it is asked about. */
function library(live: string) {
  const asked: (string | null)[] = [];
  const getSession = async ({ headers }: { headers: Headers }) => {
    const cookie = headers.get('cookie');
    asked.push(cookie);
    return cookie?.includes(live)
      ? {
          user: { id: 'ada', name: 'Ada', email: 'ada@example.org', emailVerified: true },
          session: { id: 's', expiresAt: new Date() },
        }
      : null;
  };
  return { asked, better: { auth: { api: { getSession } } } as unknown as BetterAuth };
}

test('ACC-01 cookies that are set open the session of the last one of each name', async () => {
  const { asked, better } = library('token=live=1');
  const set = ['gleaner.token=dead; Max-Age=0', 'gleaner.ref=; Path=/', 'gleaner.token=live=1; Path=/; HttpOnly'];
  expect((await sessionOf(better, set)).id).toBe('ada');
  expect(asked).toEqual(['gleaner.token=live=1; gleaner.ref=']);
  await expect(sessionOf(better, set.slice(0, 2))).rejects.toMatchObject({
    ...{ code: 'unauthenticated', message: expect.stringContaining('the session was ended at once') },
  });
});

test('ACC-01 a sign-in leaves the session of its browser out, and nothing else', () => {
  const sent = 'language=zh; gleaner.session_token=dead;  __Secure-gleaner.session_token=old; x.gleaner.session_token=kept';
  const headers = new Headers({ cookie: sent, 'accept-language': 'zh' });
  const left = withoutSession(headers);
  const kept = 'language=zh; x.gleaner.session_token=kept';
  expect([left.get('cookie'), left.get('accept-language'), headers.get('cookie')]).toEqual([kept, 'zh', sent]);
  expect(withoutSession(new Headers()).get('cookie')).toBe('');
});

test('ACC-01 addresses that stand for WeChat users are known in any spelling', () => {
  const emails = [
    ' A@WeChat.Gleaner.Invalid ',
    'a@wechat.gleaner.invalid',
    'a@sub.wechat.gleaner.invalid',
    'wechat.gleaner.invalid',
  ];
  expect(emails.map(isMessagingEmail)).toEqual([true, true, false, false]);
});

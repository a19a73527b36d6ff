import { expect, test } from 'vitest';
import type { AuthUser } from './accounts/auth-user.ts';
import { sessionOf, withoutSession } from './opened-session.ts';
import { isMessagingEmail } from './providers.ts';

/** Reads one live session, and records the cookies that it is asked about. */
function reader(live: string) {
  const asked: (string | null)[] = [];
  const readSession = async (headers: Headers) => {
    const cookie = headers.get('cookie');
    asked.push(cookie);
    return cookie?.includes(live) ? ({ id: 'ada' } as AuthUser) : null;
  };
  return { asked, readSession };
}

test('ACC-01 cookies that are set open the session of the last one of each name', async () => {
  const { asked, readSession } = reader('token=live=1');
  const set = ['gleaner.token=dead; Max-Age=0', 'gleaner.ref=; Path=/', 'gleaner.token=live=1; Path=/; HttpOnly'];
  expect((await sessionOf(readSession, set)).id).toBe('ada');
  expect(asked).toEqual(['gleaner.token=live=1; gleaner.ref=']);
  await expect(sessionOf(readSession, set.slice(0, 2))).rejects.toMatchObject({
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

import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { forgetPicks, recentPicks, rememberPick } from './recent-picks.ts';
import { forgetUserTraces, userOfTrace, userTraceKey, userTraceKeys } from './user-traces.ts';

/** As a browser lists its keys. */
function opened() {
  const page = openPage();
  const proxy = new Proxy(globalThis.localStorage, {
    ownKeys: () => [...page.storage.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal('localStorage', proxy);
  return page;
}
const pick = (id: string) => ({ contentId: id, title: `Title ${id}` });
const ids = (user: string) =>
  recentPicks(user)
    .map(({ contentId }) => contentId)
    .join('');

test('the last five contents that a user opened are known, newest first, each once', () => {
  opened();
  expect(recentPicks('u')).toEqual([]);
  for (const id of 'abcdef') rememberPick('u', pick(id));
  rememberPick('u', { ...pick('d'), more: 'x' } as never);
  rememberPick('v', pick('z'));
  expect([ids('u'), ids('v')]).toEqual(['dfecb', 'z']);
  expect(recentPicks('u')[0]).toEqual(pick('d'));
});

test('deleted contents are forgotten for all users of the browser', () => {
  const { storage } = opened();
  for (const id of 'abc') rememberPick('u', pick(id));
  rememberPick('v', pick('b'));
  storage.set('other', 'x');
  forgetPicks(['b', 'c']);
  expect([ids('u'), ids('v'), storage.get('other')]).toEqual(['a', '', 'x']);
  storage.set(userTraceKey('w', 'palette'), '{');
  forgetPicks(['a']);
  expect(ids('w')).toBe('');
});

test.each(['{', '{}', 'null', '[7, null, {"contentId":1,"title":"x"}, {"contentId":"x"}]'])(
  'a damaged list %s is none',
  (kept) => {
    const { storage } = opened();
    storage.set(userTraceKey('u', 'palette'), kept);
    expect(recentPicks('u')).toEqual([]);
    rememberPick('u', pick('a'));
    expect(ids('u')).toBe('a');
  },
);

test('what is kept of users is found by its name, and forgotten at once', () => {
  const { storage } = opened();
  const key = userTraceKey('u.1', 'palette');
  for (const each of [key, userTraceKey('v', 'palette'), userTraceKey('v', 'mypalette'), userTraceKey('v', 'more'), 'x.palette'])
    storage.set(each, '1');
  expect(userTraceKeys('palette')).toEqual([key, userTraceKey('v', 'palette')]);
  expect(userOfTrace(key, 'palette')).toBe('u.1');
  forgetUserTraces();
  expect([...storage.keys()]).toEqual(['x.palette']);
});

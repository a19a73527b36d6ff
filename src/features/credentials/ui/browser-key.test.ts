import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { parseSentKey, sentKeyHeader } from '../shared/sent-key.ts';
import { browserKeyOf, keepBrowserKey, modelKeyHeaders, removeBrowserKey, useBrowserKey } from './browser-key.ts';

const ada = { id: 'ada', role: 'user' };
const bob = { id: 'bob', role: 'user' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-01T00:00:00Z') });
  // Stored names are own properties, as in a browser.
  const storage = Object.create({
    getItem: (name: string) => (storage[name] as string | undefined) ?? null,
    setItem: (name: string, value: string) => {
      storage[name] = value;
    },
    removeItem: (name: string) => void delete storage[name],
  }) as Record<string, unknown>;
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const sent = (owner: typeof ada | null, paths: string[]) => {
  const text = modelKeyHeaders(owner, paths)[sentKeyHeader];
  return text === undefined ? null : parseSentKey(text);
};

test('SUM-15 ACC-05 keys go with calls that begin work, other calls name the model only', () => {
  keepBrowserKey(ada, { provider: 'openai', model: 'm', keys: 'sk-a' });
  const named = { userId: 'ada', provider: 'openai', model: 'm' };
  expect(sent(ada, ['content.overview'])).toEqual({ ...named, keys: null });
  expect(sent(ada, ['content.overview', 'chat.ask'])).toEqual({ ...named, keys: 'sk-a' });
  expect(sent(bob, ['chat.ask'])).toBeNull();
});

test('SUM-15 before it is known who asks, the latest key’s model is named, without the key', () => {
  expect(sent(null, ['content.overview'])).toBeNull();
  keepBrowserKey(ada, { provider: 'openai', model: 'm', keys: 'sk-a' });
  vi.advanceTimersByTime(1000);
  keepBrowserKey(bob, { provider: 'server', model: 'n', keys: 'sk-b' });
  for (const paths of [['content.overview'], ['chat.ask']])
    expect(sent(null, paths)).toEqual({ userId: 'bob', provider: 'server', model: 'n', keys: null });
});

const key = { provider: 'openai', model: 'm', keys: 'sk' };
const savedAt = '2026-11-01T00:00:00.000Z';
const guest = { id: 'g', role: 'guest' };
const at = (id: string) => `gleaner.of-user.${id}.model-key`;

test('SUM-15 a key is kept for its user until it is removed', () => {
  expect(keepBrowserKey(ada, key)).toBe(true);
  expect(JSON.parse(localStorage.getItem(at('ada')) ?? '')).toEqual({ ...key, savedAt, guest: false });
  expect(browserKeyOf(ada)).toMatchObject({ ...key, savedAt });
  expect([browserKeyOf(bob), browserKeyOf(null)]).toEqual([null, null]);
  removeBrowserKey(null);
  removeBrowserKey(bob);
  expect(browserKeyOf(ada)).not.toBeNull();
  removeBrowserKey(ada);
  expect([browserKeyOf(ada), Object.keys(localStorage)]).toEqual([null, []]);
});

test('SUM-15 the account that a guest becomes takes the guest’s key, and nobody else’s', () => {
  keepBrowserKey(bob, { ...key, keys: 'sk-bob' });
  expect(browserKeyOf(ada)).toBeNull();
  keepBrowserKey(guest, key);
  expect(browserKeyOf({ id: 'h', role: 'guest' })).toBeNull();
  expect(browserKeyOf(ada)).toMatchObject(key);
  expect(Object.keys(localStorage).toSorted()).toEqual([at('ada'), at('bob')]);
  // It is the account's own from now on.
  expect(browserKeyOf({ id: 'carl', role: 'user' })).toBeNull();
  expect(browserKeyOf(ada)).toMatchObject(key);
});

test.each([
  '{',
  'null',
  '7',
  '"x"',
  '{"provider":"p","model":"m","keys":"k"}',
  '{"provider":1,"model":"m","keys":"k","savedAt":"s"}',
])('a stored %s is no key', (text) => {
  localStorage.setItem(at('ada'), text);
  expect(browserKeyOf(ada)).toBeNull();
});

test('a browser without storage keeps no key, and says so', () => {
  vi.stubGlobal('localStorage', undefined);
  expect([keepBrowserKey(ada, key), browserKeyOf(ada), modelKeyHeaders(ada, []), modelKeyHeaders(null, [])]).toEqual([
    false,
    null,
    {},
    {},
  ]);
  expect(() => removeBrowserKey(ada)).not.toThrow();
});

test('what is kept shows at once, also where another tab has changed it', async () => {
  const storage = localStorage;
  const page = openPage();
  vi.stubGlobal('localStorage', storage);
  const hook = await page.render((owner: typeof ada | null) => useBrowserKey(owner), ada);
  expect(hook.now).toBeNull();
  await hook.after(() => keepBrowserKey(ada, key));
  expect(hook.now).toMatchObject(key);
  await hook.after(() => removeBrowserKey(ada));
  expect(hook.now).toBeNull();
  storage.setItem(at('ada'), JSON.stringify({ ...key, savedAt, guest: false }));
  expect(hook.now).toBeNull();
  page.dispatch(page.window, 'storage');
  expect(hook.now).toMatchObject(key);
  const renders = hook.renders();
  page.dispatch(page.window, 'storage');
  expect(hook.renders()).toBe(renders);
  await hook.update(null);
  expect(hook.now).toBeNull();
  await hook.leave();
  page.dispatch(page.window, 'storage');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseSentKey, sentKeyHeader } from '../shared/sent-key.ts';
import { keepBrowserKey, modelKeyHeaders } from './browser-key.ts';

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

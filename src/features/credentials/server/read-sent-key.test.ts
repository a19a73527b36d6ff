import { expect, test } from 'vitest';
import type { Services } from '#infra/services.ts';
import { writeSentKey } from '../shared/sent-key.ts';
import { readSentKey, sentKeyFor } from './read-sent-key.ts';

const providers = [
  { id: 'deepseek', local: false },
  { id: 'studio', local: true },
];
const services = { ownModels: { providers } } as unknown as Pick<Services, 'ownModels'>;
const keys = `sk-${'a'.repeat(32)}`;
const sent = { userId: 'ada', provider: 'deepseek', model: ' deep-1 ', keys };
const read = (changes: Partial<Record<keyof typeof sent, string | null>>, userId: string | undefined = 'ada') =>
  readSentKey(services, writeSentKey({ ...sent, ...changes } as typeof sent), userId);

test('SUM-15 a browser’s key is that of the account that is signed in, and of nobody else', () => {
  const whole = { userId: 'ada', provider: 'deepseek', model: 'deep-1', keys };
  expect(read({})).toEqual(whole);
  expect([read({}, 'bob'), readSentKey(services, null, 'ada'), readSentKey(services, 'a;b', 'ada')]).toEqual([null, null, null]);
  expect(readSentKey(services, writeSentKey(sent), undefined)).toBeNull();
  expect(sentKeyFor({ sentKey: whole }, 'ada')).toEqual({ provider: 'deepseek', model: 'deep-1', keys });
  expect([sentKeyFor({ sentKey: whole }, 'bob'), sentKeyFor({ sentKey: null }, 'ada')]).toEqual([null, null]);
});

test('SUM-15 of a browser’s key that cannot be used only the model is left, and no other model steps in', () => {
  const useless = [{ keys: null }, { keys: 'no key' }, { provider: 'studio' }, { provider: 'unknown' }, { model: '  ' }];
  for (const changes of useless) {
    const found = read(changes);
    const { model = sent.model, provider = sent.provider } = changes as Partial<typeof sent>;
    expect(found, JSON.stringify(changes)).toEqual({ userId: 'ada', provider, model: model.trim(), keys: null });
    expect(() => sentKeyFor({ sentKey: found }, 'ada')).toThrow(
      expect.objectContaining({ code: 'own_key_refused', message: expect.stringContaining('was not sent') }),
    );
  }
});

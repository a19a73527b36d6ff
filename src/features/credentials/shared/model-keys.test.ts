import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyExampleOf, maxPastedKeys, providerOfKeys, readModelKeys } from './model-keys.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const word = (seed: number, length: number) =>
  Array.from({ length }, (_, index) => letters[(seed * 7 + index * 3) % 62]).join('');
const key = (seed: number) => `sk-${word(seed, 48)}`;

/** Keys in the forms that providers issue today. */
const given: Record<string, string[]> = {
  openai: [key(1), `sk-proj-${word(2, 74)}T3BlbkFJ_${word(3, 73)}`, `sk-svcacct-${word(4, 60)}`],
  anthropic: [`sk-ant-api03-${word(5, 86)}-${word(6, 6)}AA`, `sk-ant-oat01-${word(7, 40)}`],
  google: [`AIzaSy${word(8, 20)}-_${word(9, 11)}`, `AQ.Ab8RN6${word(10, 44)}`],
  deepseek: [`sk-${'0123456789abcdef'.repeat(2)}`],
  moonshot: [key(11)],
  dashscope: [`sk-${'fedcba9876543210'.repeat(2)}`, `sk-ws-${word(12, 30)}`],
  siliconflow: [`sk-${word(13, 48).toLowerCase()}`],
  openrouter: [`sk-or-v1-${'0123456789abcdef'.repeat(4)}`],
  zhipu: [`${'0123456789abcdef'.repeat(2)}.${word(14, 16)}`],
  server: ['local', word(15, 32), `gsk_${word(16, 52)}`],
};
const providers = Object.keys(given);

describe('readModelKeys', () => {
  test.each(providers)('SUM-15 takes the keys of %s, alone and in a list, each once', (provider) => {
    const keys = given[provider] ?? [];
    for (const one of keys) expect(readModelKeys(` ${one}\n`, provider)).toBe(one);
    expect(readModelKeys(` ${keys.join(' , ')} ,${keys[0]}`, provider)).toBe(keys.join(','));
  });

  test.each([
    '',
    ',',
    'sk-',
    key(1).slice(0, -1),
    `${key(1)}a`,
    key(1).replace('sk-', 'SK-'),
    `${key(1).slice(0, -1)}_`,
    `${key(1).slice(0, -1)}-`,
    `${key(1).slice(0, -1)}é`,
    `${key(1)}\n${key(2)}`,
    `${key(1)},`,
    `${key(1)},${key(2).slice(1)}`,
    `Bearer ${key(1)}`,
    `${key(1)};${key(2)}`,
    `${key(1)}\u0000`,
    'sk-proj-short',
    `sk-ant-${word(1, 40)}`,
  ])('SUM-15 refuses %j for the provider whose keys are sk- and 48 letters or digits', (text) => {
    expect(readModelKeys(text, 'openai')).toBeNull();
  });

  test.each(providers)('SUM-15 refuses for %s what no header or list can hold', (provider) => {
    const [one = ''] = given[provider] ?? [];
    const wrong = ['', ' ', `${one},`, `,${one}`, `${one} x`, `${one}\u0000`, `${one}é`, `${one}密`, `Bearer ${one}`];
    for (const text of [...wrong, word(1, maxPastedKeys)]) expect(readModelKeys(text, provider)).toBeNull();
  });

  test.each(['anthropic', 'google', 'openrouter', 'zhipu'])('SUM-15 refuses for %s the keys of other providers', (provider) => {
    const others = Object.entries(given).filter(([other]) => other !== provider && other !== 'server');
    expect(others.flatMap(([, keys]) => keys).filter((one) => readModelKeys(one, provider) !== null)).toEqual([]);
  });

  test('SUM-15 accepts a list exactly when every item is a key', () => {
    const provider = fc.constantFrom(...providers);
    const item = fc.oneof(fc.constantFrom(...Object.values(given).flat()), fc.string({ maxLength: 60 }));
    fc.assert(
      fc.property(provider, fc.array(item, { minLength: 1, maxLength: 5 }), (id, items) => {
        const parts = items.join(',').split(',');
        const good = parts.every((part) => readModelKeys(part, id) !== null);
        const read = readModelKeys(items.join(','), id);
        expect(read !== null).toBe(good);
        if (read !== null) expect(readModelKeys(read, id)).toBe(read);
      }),
    );
  });

  test('SUM-15 takes for OpenAI exactly the specified form, whatever else there is in it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^sk-[A-Za-z0-9_-]{40,56}$/), (text) => {
        if (/^sk-(proj|svcacct|admin)-/.test(text)) return;
        expect(readModelKeys(text, 'openai') !== null).toBe(/^sk-[A-Za-z0-9]{48}$/.test(text));
      }),
    );
  });

  test('SUM-15 treats an inherited name as a provider without a form', () => {
    expect(readModelKeys('local', 'constructor')).toBe('local');
    expect(keyExampleOf('constructor')).toBe('');
  });
});

describe('providerOfKeys', () => {
  test('SUM-15 names the provider that a key is marked with', () => {
    for (const provider of ['anthropic', 'google', 'openrouter', 'zhipu'])
      for (const one of given[provider] ?? []) expect([one, providerOfKeys(one)]).toEqual([one, provider]);
    expect(providerOfKeys(`${given.openai?.[1]}, ${given.openai?.[2]}`)).toBe('openai');
  });

  test.each(['', key(1), 'local', given.deepseek?.[0] ?? '', `${given.anthropic?.[0]},${given.google?.[0]}`])(
    'SUM-15 names none for %j',
    (text) => {
      expect(providerOfKeys(text)).toBeNull();
    },
  );

  test('SUM-15 has an example of the form of each provider', () => {
    expect(keyExampleOf('openai')).toBe('sk-proj-…');
    expect(keyExampleOf('anthropic')).toBe('sk-ant-…');
    expect(keyExampleOf('server')).toBe('');
  });
});

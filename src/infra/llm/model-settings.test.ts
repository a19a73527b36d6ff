import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { costLimitOf, type ModelEnvironment, modelSettingsOf } from './model-settings.ts';

const [openai, anthropic, google] = [
  { OPENAI_API_KEY: 'ok', OPENAI_MODEL: 'gpt-5-mini' },
  { ANTHROPIC_API_KEY: 'ak', ANTHROPIC_MODEL: 'claude-haiku-4-5' },
  { GOOGLE_API_KEY: 'gk', GOOGLE_MODEL: 'gemini-2.5-flash' },
];
const local = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1', OPENAI_MODEL: 'qwen3' };

/** The settings without the price, as text; or the variable that is missing. */
function said(env: ModelEnvironment): string | null {
  try {
    const settings = modelSettingsOf(env);
    if (settings === null) return null;
    const { provider, baseUrl, apiKey, name, contextTokens, maxOutputTokens } = settings;
    return [provider, new URL(baseUrl).host, apiKey, name, contextTokens, maxOutputTokens].join(' ');
  } catch (error) {
    return error instanceof AppError ? `${error.code} ${String(error.params.variable)}` : String(error);
  }
}

test.each<[ModelEnvironment, string | null]>([
  [{}, null],
  [{ OPENAI_MODEL: 'gpt-5-mini', ANTHROPIC_BASE_URL: 'https://a.example' }, null],
  [openai, 'openai api.openai.com ok gpt-5-mini 400000 64000'],
  [anthropic, 'anthropic api.anthropic.com ak claude-haiku-4-5 200000 32000'],
  [google, 'google generativelanguage.googleapis.com gk gemini-2.5-flash 1000000 32000'],
  [local, 'openai-compatible 127.0.0.1:8000  qwen3 32000 '],
])('the provider whose address or key is set writes the notes: %j', (env, expected) => {
  expect(said(env)).toBe(expected);
});

test('of several providers the first counts, or the one that is named', () => {
  const all = { ...openai, ...anthropic, ...google };
  expect(said(all)).toMatch(/^openai api/);
  expect(said({ ...anthropic, ...google })).toMatch(/^anthropic /);
  expect(said({ ...all, ...local })).toBe('openai-compatible 127.0.0.1:8000 ok qwen3 32000 ');
  for (const provider of ['openai', 'anthropic', 'google'] as const)
    expect(said({ ...all, MODEL_PROVIDER: provider })).toMatch(new RegExp(`^${provider} `));
  // Named without an address, it is the provider's own.
  expect(said({ ...openai, MODEL_PROVIDER: 'openai-compatible' })).toBe(
    'openai-compatible api.openai.com ok gpt-5-mini 400000 64000',
  );
  expect(said({ ...anthropic, ANTHROPIC_BASE_URL: 'https://a.example/v1' })).toMatch(/^anthropic a\.example /);
});

test.each<[ModelEnvironment, string]>([
  [{ OPENAI_API_KEY: 'ok' }, 'OPENAI_MODEL'],
  [{ OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' }, 'OPENAI_MODEL'],
  [{ ANTHROPIC_API_KEY: 'ak' }, 'ANTHROPIC_MODEL'],
  [{ GOOGLE_API_KEY: 'gk' }, 'GOOGLE_MODEL'],
  [{ MODEL_PROVIDER: 'openai-compatible', OPENAI_MODEL: 'qwen3' }, 'OPENAI_BASE_URL'],
  [{ MODEL_PROVIDER: 'openai', OPENAI_MODEL: 'gpt-5' }, 'OPENAI_API_KEY'],
  [{ MODEL_PROVIDER: 'anthropic', ANTHROPIC_MODEL: 'claude-haiku-4-5' }, 'ANTHROPIC_API_KEY'],
  [{ MODEL_PROVIDER: 'google', GOOGLE_MODEL: 'gemini-2.5-flash' }, 'GOOGLE_API_KEY'],
])('what is missing is named: %j', (env, variable) => {
  expect(said(env)).toBe(`config_invalid ${variable}`);
});

test('how much a model reads is as set, for any provider or for the compatible one alone', () => {
  expect(said({ ...local, OPENAI_CONTEXT_TOKENS: 9000 })).toContain(' 9000 ');
  expect(said({ ...local, OPENAI_CONTEXT_TOKENS: 9000, MODEL_CONTEXT_TOKENS: 7000 })).toContain(' 7000 ');
  expect(said({ ...anthropic, MODEL_CONTEXT_TOKENS: 7000 })).toContain(' 7000 ');
  expect(said({ ...anthropic, OPENAI_CONTEXT_TOKENS: 9000 })).toContain(' 200000 ');
  // Defaults: for an unknown model of a provider, and for any model of another server.
  expect(said({ ...google, GOOGLE_MODEL: 'other' })).toContain(' 128000 ');
  expect(said({ ...local, OPENAI_MODEL: 'gpt-5-mini' })).toContain(' 32000 ');
});

test('a price is the one that is set, else the list’s', () => {
  const own = { MODEL_PRICE_INPUT: 1, MODEL_PRICE_OUTPUT: 3 };
  expect(modelSettingsOf(openai)?.price).toMatchObject({ input: 0.25, output: 2 });
  expect(modelSettingsOf({ ...openai, ...own })?.price).toEqual({ input: 1, cachedInput: null, cacheWrite: null, output: 3 });
  expect(modelSettingsOf({ ...local, ...own, MODEL_PRICE_CACHED_INPUT: 0.5 })?.price?.cachedInput).toBe(0.5);
  expect(modelSettingsOf(local)?.price).toBeNull();
  expect(said({ ...openai, MODEL_PRICE_OUTPUT: 3 })).toBe('config_invalid MODEL_PRICE_INPUT');
  expect(said({ ...openai, MODEL_PRICE_CACHED_INPUT: 3 })).toBe('config_invalid MODEL_PRICE_INPUT');
  expect(said({ ...openai, MODEL_PRICE_INPUT: 3 })).toBe('config_invalid MODEL_PRICE_OUTPUT');
});

test('a cost limit needs a price, has a default where there is one, and 0 is none', () => {
  const priced = modelSettingsOf(openai);
  const unpriced = modelSettingsOf(local);
  expect(costLimitOf('MODEL_COST_LIMIT', undefined, priced)).toBe(2);
  expect(costLimitOf('MODEL_DAILY_COST_LIMIT', undefined, priced)).toBe(20);
  expect(costLimitOf('MODEL_COST_LIMIT', 5, priced)).toBe(5);
  for (const model of [priced, unpriced, null]) expect(costLimitOf('MODEL_COST_LIMIT', 0, model)).toBeNull();
  expect(costLimitOf('MODEL_COST_LIMIT', undefined, unpriced)).toBeNull();
  expect(costLimitOf('MODEL_COST_LIMIT', 5, null)).toBeNull();
  expect(() => costLimitOf('MODEL_DAILY_COST_LIMIT', 5, unpriced)).toThrow(/MODEL_DAILY_COST_LIMIT needs the price of qwen3/);
});

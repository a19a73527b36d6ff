import { describe, expect, test } from 'vitest';
import { hasCode } from '#lib/app-error.ts';
import { factsOf, models, presets } from './catalogue.ts';
import { modelSettingsOf, settingsFor } from './model-settings.ts';

describe('SUM-08 prices', () => {
  test('dates every listed price, and cached input never costs more than input', () => {
    for (const { prefix, price } of models) {
      if (price === null) continue;
      expect(price.asOf, prefix).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(price.currency).toBe('USD');
      expect(price.input).toBeGreaterThan(0);
      expect(price.output).toBeGreaterThanOrEqual(price.input);
      if (price.cachedInput !== null) expect(price.cachedInput).toBeLessThanOrEqual(price.input);
    }
  });

  test('gives a dated name its model’s price, and another variant none', () => {
    expect(factsOf('claude-haiku-4-5-20251001')?.price).toMatchObject({ input: 1, output: 5 });
    expect(factsOf('gpt-5.4-2026-03-05')?.price).toMatchObject({ input: 2.5 });
    expect(factsOf('gpt-5.4-mini')?.price).toMatchObject({ input: 0.75, cachedInput: 0.075, output: 4.5 });
    expect(factsOf('gpt-5.4-pro')).toMatchObject({ contextTokens: 400_000, price: null });
    expect(factsOf('deepseek-v4-flash')?.price).toMatchObject({ output: 1.2 });
    expect(factsOf('gpt-7')).toBeNull();
  });

  test('applies the maker’s price to the maker’s own service only', () => {
    const at = (baseUrl: string, name: string) =>
      settingsFor({ provider: 'openai-compatible', baseUrl, apiKey: 'k', name }).price ?? null;
    expect(at('https://api.deepseek.com/v1', 'deepseek-v4-flash')).not.toBeNull();
    expect(at('https://relay.example/v1', 'deepseek-v4-flash')).toBeNull();
    expect(at('https://api.siliconflow.cn/v1', 'deepseek-v4-flash')).toBeNull();
    for (const { baseUrl } of presets.filter(({ id }) => ['openai', 'anthropic'].includes(id)))
      expect(at(baseUrl, 'deepseek-v4-flash')).toBeNull();
  });

  test('applies listed sizes at known services only, and cautious ones to unknown names', () => {
    const sizesAt = (baseUrl: string, name: string, contextTokens?: number) => {
      const provider = baseUrl.includes('anthropic') ? 'anthropic' : 'openai-compatible';
      const { contextTokens: context, maxOutputTokens } = settingsFor({ provider, baseUrl, apiKey: 'k', name, contextTokens });
      return [context, maxOutputTokens];
    };
    const { contextTokens, maxOutputTokens } = factsOf('deepseek-v4-flash') ?? {};
    const listed = [contextTokens, maxOutputTokens];
    expect(listed).toEqual([expect.any(Number), expect.any(Number)]);
    expect(sizesAt('https://api.deepseek.com/v1', 'deepseek-v4-flash')).toEqual(listed);
    // Another path of the same service, and another service with the same model.
    expect(sizesAt('https://api.deepseek.com/beta', 'deepseek-v4-flash')).toEqual(listed);
    expect(sizesAt('https://api.siliconflow.cn/v1', 'deepseek-v4-flash')).toEqual(listed);
    expect(sizesAt('https://relay.example/v1', 'deepseek-v4-flash')).toEqual([32_000, null]);
    expect(sizesAt('https://api.deepseek.com/v1', 'unheard-of')).toEqual([32_000, null]);
    expect(sizesAt('https://api.anthropic.com/v1', 'unheard-of')).toEqual([128_000, null]);
    expect(sizesAt('https://api.deepseek.com/v1', 'deepseek-v4-flash', 9_000)).toEqual([9_000, maxOutputTokens]);
  });

  test('lets the operator set both prices of any model', () => {
    const server = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_MODEL: 'mine' };
    expect(modelSettingsOf(server)?.price).toBeNull();
    expect(modelSettingsOf({ ...server, MODEL_PRICE_INPUT: 0, MODEL_PRICE_OUTPUT: 2 })?.price).toEqual({
      input: 0,
      cachedInput: null,
      cacheWrite: null,
      output: 2,
    });
    const wrong = () => modelSettingsOf({ ...server, MODEL_PRICE_INPUT: 1 });
    expect(wrong).toThrow(/MODEL_PRICE_OUTPUT/);
    expect(() => modelSettingsOf({ ...server, MODEL_PRICE_CACHED_INPUT: 1 })).toThrow(/MODEL_PRICE_INPUT/);
    let error: unknown;
    try {
      wrong();
    } catch (caught) {
      error = caught;
    }
    expect(hasCode(error, 'config_invalid')).toBe(true);
  });
});

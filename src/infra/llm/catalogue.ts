/** Known models; others get cautious limits. Prices in US dollars per million tokens, null when unknown. */
import type { ModelPrice } from '#engine/ports.ts';

export type ProviderId = 'openai' | 'anthropic' | 'google' | 'openai-compatible';

export type Preset = {
  id: string;
  name: string;
  protocol: ProviderId;
  baseUrl: string;
  model: string;
};

export const presets: readonly Preset[] = [
  { id: 'openai', name: 'OpenAI', protocol: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.4-mini' },
  {
    id: 'anthropic',
    name: 'Anthropic',
    protocol: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'claude-haiku-4-5',
  },
  {
    id: 'google',
    name: 'Google Gemini',
    protocol: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    model: 'gemini-2.5-flash',
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    protocol: 'openai-compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    model: 'deepseek-v4-flash',
  },
  {
    id: 'moonshot',
    name: 'Moonshot (Kimi)',
    protocol: 'openai-compatible',
    baseUrl: 'https://api.moonshot.cn/v1',
    model: 'kimi-latest',
  },
  {
    id: 'dashscope',
    name: 'Alibaba (Qwen)',
    protocol: 'openai-compatible',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    model: 'qwen-plus',
  },
  {
    id: 'siliconflow',
    name: 'SiliconFlow',
    protocol: 'openai-compatible',
    baseUrl: 'https://api.siliconflow.cn/v1',
    model: 'deepseek-ai/DeepSeek-V3',
  },
  {
    id: 'zhipu',
    name: 'Zhipu 智谱 (GLM)',
    protocol: 'openai-compatible',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    model: 'glm-4-flash',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    protocol: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    model: 'openrouter/auto',
  },
];

/** Prices on the day `asOf`; `MODEL_PRICE_*` override them. */
export type ListedPrice = ModelPrice & {
  currency: 'USD';
  asOf: string;
};

export type ModelFacts = {
  /** Matches model names with this prefix; the longest match wins. */
  prefix: string;
  provider: 'openai' | 'anthropic' | 'google' | 'deepseek' | 'dashscope' | 'moonshot';
  contextTokens: number;
  maxOutputTokens: number;
  price: ListedPrice | null;
};

type Sizes = readonly [contextTokens: number, maxOutputTokens: number];
/** US dollars per million tokens: input, cached input, cache write, output. */
type Rates = readonly [input: number, cachedInput: number | null, cacheWrite: number | null, output: number];

/** Ignores surcharges that start at 100,000 tokens, above our requests, and DeepSeek's off-peak discount. */
export const models: readonly ModelFacts[] = [
  family('gpt-6', 'openai', [400_000, 64_000]),
  family('gpt-6-sol', 'openai', [872_000, 64_000], [2, 0.2, 2.5, 10], '2026-10-15'),
  family('gpt-6-luna', 'openai', [872_000, 64_000], [0.1, 0.01, 0.125, 0.5], '2026-10-15'),
  family('gpt-5', 'openai', [400_000, 64_000], [1.25, 0.125, null, 10], '2026-01-15'),
  family('gpt-5-mini', 'openai', [400_000, 64_000], [0.25, 0.025, null, 2], '2026-01-15'),
  family('gpt-5-nano', 'openai', [400_000, 64_000], [0.05, 0.005, null, 0.4], '2026-01-15'),
  family('gpt-5.4', 'openai', [400_000, 64_000], [2.5, 0.25, null, 15], '2026-06-22'),
  family('gpt-5.4-mini', 'openai', [400_000, 64_000], [0.75, 0.075, null, 4.5], '2026-06-22'),
  family('gpt-4.1', 'openai', [1_000_000, 32_000], [2, 0.5, null, 8], '2026-01-15'),
  family('gpt-4.1-mini', 'openai', [1_000_000, 32_000], [0.4, 0.1, null, 1.6], '2026-01-15'),
  family('gpt-4.1-nano', 'openai', [1_000_000, 32_000], [0.1, 0.025, null, 0.4], '2026-01-15'),
  family('gpt-4o', 'openai', [128_000, 16_000], [2.5, 1.25, null, 10], '2026-01-15'),
  family('gpt-4o-mini', 'openai', [128_000, 16_000], [0.15, 0.075, null, 0.6], '2026-01-15'),
  family('claude-', 'anthropic', [200_000, 32_000]),
  family('claude-3-5-haiku', 'anthropic', [200_000, 8_000], [0.8, 0.08, 1, 4], '2026-10-15'),
  family('claude-haiku-4-5', 'anthropic', [200_000, 32_000], [1, 0.1, 1.25, 5], '2026-10-15'),
  family('claude-haiku-5-5', 'anthropic', [1_000_000, 64_000], [0.1, 0.01, 0.125, 0.5], '2026-10-24'),
  family('claude-sonnet-4-5', 'anthropic', [200_000, 32_000], [3, 0.3, 3.75, 15], '2026-10-15'),
  family('claude-sonnet-4-6', 'anthropic', [200_000, 32_000], [3, 0.3, 3.75, 15], '2026-10-15'),
  family('claude-sonnet-5', 'anthropic', [1_000_000, 64_000], [2, 0.2, 2.5, 10], '2026-10-15'),
  family('claude-sonnet-5-5', 'anthropic', [1_000_000, 64_000], [2, 0.1, 2.5, 10], '2026-10-24'),
  family('claude-opus-5', 'anthropic', [1_000_000, 64_000], [5, 0.5, 6.25, 25], '2026-10-15'),
  family('claude-opus-5-5', 'anthropic', [1_000_000, 64_000], [4, 0.2, 5, 20], '2026-10-15'),
  family('gemini-', 'google', [1_000_000, 32_000]),
  family('gemini-2.5-flash', 'google', [1_000_000, 32_000], [0.3, 0.075, null, 2.5], '2026-04-19'),
  family('gemini-2.5-flash-lite', 'google', [1_000_000, 32_000], [0.1, null, null, 0.4], '2026-04-19'),
  family('gemini-2.5-pro', 'google', [1_000_000, 32_000], [1.25, 0.31, null, 10], '2026-04-19'),
  family('gemini-3.8-flash', 'google', [1_000_000, 64_000], [0.75, 0.075, null, 3.75], '2026-09-02'),
  family('deepseek-', 'deepseek', [128_000, 8_000]),
  family('deepseek-flash', 'deepseek', [1_000_000, 64_000], [0.3, 0.006, null, 1.2], '2026-11-15'),
  family('deepseek-v4-flash', 'deepseek', [1_000_000, 64_000], [0.3, 0.006, null, 1.2], '2026-11-15'),
  family('deepseek-v4-pro', 'deepseek', [1_000_000, 64_000], [1.32, 0.044, null, 3.96], '2026-11-15'),
  family('qwen-', 'dashscope', [128_000, 8_000]),
  family('kimi-', 'moonshot', [128_000, 8_000]),
];

function family(
  prefix: string,
  provider: ModelFacts['provider'],
  [contextTokens, maxOutputTokens]: Sizes,
  rates?: Rates,
  asOf = '',
): ModelFacts {
  const [input, cachedInput, cacheWrite, output] = rates ?? [0, 0, null, 0];
  const price = rates ? { input, cachedInput, cacheWrite, output, currency: 'USD' as const, asOf } : null;
  return { prefix, provider, contextTokens, maxOutputTokens, price };
}

/** Ignores a vendor prefix. The price applies only if nothing but a date or `-latest` follows the model's name. */
export function factsOf(name: string): ModelFacts | null {
  const plain = name.toLowerCase().split('/').at(-1) ?? '';
  let best: ModelFacts | null = null;
  for (const facts of models)
    if (plain.startsWith(facts.prefix) && facts.prefix.length > (best?.prefix.length ?? 0)) best = facts;
  if (best === null) return null;
  const same = /^(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-latest)?$/.test(plain.slice(best.prefix.length));
  return same ? best : { ...best, price: null };
}

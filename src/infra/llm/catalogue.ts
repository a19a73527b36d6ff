/**
 * What is known of providers and models, as data. A model that is not listed works too: it gets its provider's cautious
 * size. Prices are US dollars for a million tokens, null where this release knows none.
 */
export type ProviderId = 'openai' | 'anthropic' | 'google' | 'openai-compatible';

export type Preset = {
  id: string;
  name: string;
  /** How it is spoken to. */
  protocol: ProviderId;
  baseUrl: string;
  /** Proposed first. */
  model: string;
};

/** Services that a key may be given for without an address. */
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
];

export type ModelFacts = {
  /** A model whose name begins with this; the longest match counts. */
  prefix: string;
  provider: Exclude<ProviderId, 'openai-compatible'> | 'deepseek' | 'qwen' | 'moonshot';
  contextTokens: number;
  maxOutputTokens: number;
  price: { input: number; cachedInput: number; output: number } | null;
};

export const models: readonly ModelFacts[] = [
  { prefix: 'gpt-6', provider: 'openai', contextTokens: 400_000, maxOutputTokens: 64_000, price: null },
  { prefix: 'gpt-5', provider: 'openai', contextTokens: 400_000, maxOutputTokens: 64_000, price: null },
  model('gpt-5-mini', 'openai', 400_000, 64_000, [0.25, 0.025, 2]),
  model('gpt-4.1', 'openai', 1_000_000, 32_000, [2, 0.5, 8]),
  model('gpt-4.1-mini', 'openai', 1_000_000, 32_000, [0.4, 0.1, 1.6]),
  model('gpt-4o', 'openai', 128_000, 16_000, [2.5, 1.25, 10]),
  model('gpt-4o-mini', 'openai', 128_000, 16_000, [0.15, 0.075, 0.6]),
  { prefix: 'claude-', provider: 'anthropic', contextTokens: 200_000, maxOutputTokens: 32_000, price: null },
  { prefix: 'claude-3-5-haiku', provider: 'anthropic', contextTokens: 200_000, maxOutputTokens: 8_000, price: null },
  model('claude-haiku-4-5', 'anthropic', 200_000, 32_000, [1, 0.1, 5]),
  model('claude-sonnet-4-5', 'anthropic', 200_000, 32_000, [3, 0.3, 15]),
  { prefix: 'gemini-', provider: 'google', contextTokens: 1_000_000, maxOutputTokens: 32_000, price: null },
  model('gemini-2.5-flash', 'google', 1_000_000, 32_000, [0.3, 0.075, 2.5]),
  model('gemini-2.5-pro', 'google', 1_000_000, 32_000, [1.25, 0.31, 10]),
  { prefix: 'deepseek-', provider: 'deepseek', contextTokens: 128_000, maxOutputTokens: 8_000, price: null },
  { prefix: 'qwen-', provider: 'qwen', contextTokens: 128_000, maxOutputTokens: 8_000, price: null },
  { prefix: 'kimi-', provider: 'moonshot', contextTokens: 128_000, maxOutputTokens: 8_000, price: null },
];

function model(
  prefix: string,
  provider: ModelFacts['provider'],
  contextTokens: number,
  maxOutputTokens: number,
  [input, cachedInput, output]: readonly [number, number, number],
): ModelFacts {
  return { prefix, provider, contextTokens, maxOutputTokens, price: { input, cachedInput, output } };
}

/** Dated and vendor-prefixed names count as their model: `claude-haiku-4-5-20251001`, `deepseek-ai/deepseek-v3`. */
export function factsOf(name: string): ModelFacts | null {
  const plain = name.toLowerCase().split('/').at(-1) ?? '';
  let best: ModelFacts | null = null;
  for (const facts of models)
    if (plain.startsWith(facts.prefix) && facts.prefix.length > (best?.prefix.length ?? 0)) best = facts;
  return best;
}

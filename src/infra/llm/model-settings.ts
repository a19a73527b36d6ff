import type { ModelPrice } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { factsOf, type ProviderId, presets } from './catalogue.ts';

export type ModelSettings = {
  provider: ProviderId;
  baseUrl: string;
  /** Private addresses that may be called; by default, any that `baseUrl` resolves to. */
  reach?: readonly string[];
  apiKey: string | null;
  name: string;
  contextTokens: number;
  maxOutputTokens: number | null;
  price?: ModelPrice | null;
};

export type ModelEnvironment = {
  MODEL_PROVIDER?: ProviderId | undefined;
  MODEL_CONTEXT_TOKENS?: number | undefined;
  OPENAI_BASE_URL?: string | undefined;
  OPENAI_API_KEY?: string | undefined;
  OPENAI_MODEL?: string | undefined;
  OPENAI_CONTEXT_TOKENS?: number | undefined;
  ANTHROPIC_BASE_URL?: string | undefined;
  ANTHROPIC_API_KEY?: string | undefined;
  ANTHROPIC_MODEL?: string | undefined;
  GOOGLE_BASE_URL?: string | undefined;
  GOOGLE_API_KEY?: string | undefined;
  GOOGLE_MODEL?: string | undefined;
  MODEL_PRICE_INPUT?: number | undefined;
  MODEL_PRICE_CACHED_INPUT?: number | undefined;
  MODEL_PRICE_OUTPUT?: number | undefined;
};

const cautiousContext = 32_000;

/** Null when no model is configured. Errors: `config_invalid` (`variable`). */
export function modelSettingsOf(env: ModelEnvironment): ModelSettings | null {
  const provider = env.MODEL_PROVIDER ?? onlyProviderOf(env);
  if (provider === null) return null;
  const family = provider === 'openai-compatible' ? 'OPENAI' : upper[provider];
  const name = env[`${family}_MODEL`];
  const apiKey = env[`${family}_API_KEY`];
  const ownAddress = env[`${family}_BASE_URL`];
  if (!name) throw missing(`${family}_MODEL`, 'name the model to use');
  if (provider === 'openai-compatible' && !ownAddress && !apiKey)
    throw missing('OPENAI_BASE_URL', 'give the address of the server');
  if (provider !== 'openai-compatible' && !apiKey) throw missing(`${family}_API_KEY`, 'give a key for the provider');
  const baseUrl = ownAddress ?? addressOf(provider === 'openai-compatible' ? 'openai' : provider);
  const said = env.MODEL_CONTEXT_TOKENS ?? (family === 'OPENAI' ? env.OPENAI_CONTEXT_TOKENS : undefined);
  const settings = settingsFor({ provider, baseUrl, apiKey: apiKey ?? null, name, contextTokens: said });
  return { ...settings, price: saidPrice(env) ?? settings.price ?? null };
}

const usualCostLimits = { MODEL_COST_LIMIT: 2, MODEL_DAILY_COST_LIMIT: 20 } as const;

/** Cost limits in US dollars; null (configured as 0) for none. Errors: `config_invalid` when the model's price is unknown. */
export function costLimitOf(
  variable: keyof typeof usualCostLimits,
  said: number | undefined,
  model: Pick<ModelSettings, 'price' | 'name'> | null,
): number | null {
  if (said === 0) return null;
  const known = model?.price != null;
  if (said !== undefined && model && !known)
    throw missing('MODEL_PRICE_INPUT', `${variable} needs the price of ${model.name}: set it and MODEL_PRICE_OUTPUT`);
  return known ? (said ?? usualCostLimits[variable]) : null;
}

function saidPrice(env: ModelEnvironment): ModelPrice | null {
  const { MODEL_PRICE_INPUT: input, MODEL_PRICE_OUTPUT: output } = env;
  if (input === undefined && output === undefined && env.MODEL_PRICE_CACHED_INPUT === undefined) return null;
  if (input === undefined) throw missing('MODEL_PRICE_INPUT', 'give the prices of input and output together');
  if (output === undefined) throw missing('MODEL_PRICE_OUTPUT', 'give the prices of input and output together');
  return { input, cachedInput: env.MODEL_PRICE_CACHED_INPUT ?? null, cacheWrite: null, output };
}

export function settingsFor(
  given: Omit<ModelSettings, 'contextTokens' | 'maxOutputTokens' | 'price'> & { contextTokens?: number | undefined },
): ModelSettings {
  const service = serviceAt(given.baseUrl);
  const facts = service === null ? null : factsOf(given.name);
  const fallback = given.provider === 'openai-compatible' ? cautiousContext : 128_000;
  return {
    ...given,
    contextTokens: given.contextTokens ?? facts?.contextTokens ?? fallback,
    maxOutputTokens: facts?.maxOutputTokens ?? null,
    price: facts && facts.provider === service ? facts.price : null,
  };
}

const upper = { openai: 'OPENAI', anthropic: 'ANTHROPIC', google: 'GOOGLE' } as const;

/** The first configured provider in this order; `MODEL_PROVIDER` overrides it. */
function onlyProviderOf(env: ModelEnvironment): ProviderId | null {
  if (env.OPENAI_BASE_URL) return 'openai-compatible';
  if (env.OPENAI_API_KEY) return 'openai';
  if (env.ANTHROPIC_API_KEY) return 'anthropic';
  return env.GOOGLE_API_KEY ? 'google' : null;
}

function addressOf(id: string): string {
  return presets.find((preset) => preset.id === id)?.baseUrl ?? '';
}

function serviceAt(baseUrl: string): string | null {
  return presets.find((preset) => new URL(preset.baseUrl).host === new URL(baseUrl).host)?.id ?? null;
}

function missing(variable: string, what: string): AppError {
  return new AppError('config_invalid', { params: { variable }, detail: `${variable}: ${what}` });
}

import { meterModel } from '#engine/llm/usage-meter.ts';
import type { LanguageModelPort } from '#engine/ports.ts';
import type { ProviderId } from '#infra/llm/catalogue.ts';
import { createModel } from '#infra/llm/create-model.ts';
import { costLimitOf, modelSettingsOf } from '#infra/llm/model-settings.ts';
import { findAppError } from '#lib/app-error.ts';
import { UsageError } from './command.ts';

const providers: readonly ProviderId[] = ['openai', 'anthropic', 'google', 'openai-compatible'];

/** Null when no model is configured. Throws a UsageError that names the invalid variable. */
export async function modelFromVariables(environment: NodeJS.ProcessEnv): Promise<LanguageModelPort | null> {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const count = (name: string): number | undefined => Number(value(name)) || undefined;
  const dollars = (name: string): number | undefined => {
    const given = value(name);
    if (given === undefined) return undefined;
    const amount = Number(given);
    if (Number.isFinite(amount) && amount >= 0) return amount;
    throw new UsageError(`${name} must be an amount in US dollars`);
  };
  const provider = providers.find((one) => one === value('MODEL_PROVIDER'));
  if (value('MODEL_PROVIDER') !== undefined && !provider)
    throw new UsageError(`MODEL_PROVIDER must be one of ${providers.join(', ')}`);
  try {
    const settings = modelSettingsOf({
      MODEL_PROVIDER: provider,
      MODEL_CONTEXT_TOKENS: count('MODEL_CONTEXT_TOKENS'),
      OPENAI_BASE_URL: value('OPENAI_BASE_URL'),
      OPENAI_API_KEY: value('OPENAI_API_KEY'),
      OPENAI_MODEL: value('OPENAI_MODEL'),
      OPENAI_CONTEXT_TOKENS: count('OPENAI_CONTEXT_TOKENS'),
      ANTHROPIC_BASE_URL: value('ANTHROPIC_BASE_URL'),
      ANTHROPIC_API_KEY: value('ANTHROPIC_API_KEY'),
      ANTHROPIC_MODEL: value('ANTHROPIC_MODEL'),
      GOOGLE_BASE_URL: value('GOOGLE_BASE_URL'),
      GOOGLE_API_KEY: value('GOOGLE_API_KEY'),
      GOOGLE_MODEL: value('GOOGLE_MODEL'),
      MODEL_PRICE_INPUT: dollars('MODEL_PRICE_INPUT'),
      MODEL_PRICE_CACHED_INPUT: dollars('MODEL_PRICE_CACHED_INPUT'),
      MODEL_PRICE_OUTPUT: dollars('MODEL_PRICE_OUTPUT'),
    });
    const limitUsd = costLimitOf('MODEL_COST_LIMIT', dollars('MODEL_COST_LIMIT'), settings);
    return settings && meterModel(await createModel(settings), { limitUsd });
  } catch (error) {
    const known = findAppError(error);
    if (known?.code === 'config_invalid') throw new UsageError(`set ${String(known.params.variable)}, or use --model-free`);
    throw error;
  }
}

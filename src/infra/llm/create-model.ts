import type { LanguageModelPort } from '#engine/ports.ts';
import type { ModelSettings } from './model-settings.ts';
import type { ModelTimeouts } from './stream-model.ts';

export async function createModel(settings: ModelSettings, timeouts?: ModelTimeouts): Promise<LanguageModelPort> {
  const { maxOutputTokens, price } = settings;
  return { ...(await open(settings, timeouts)), maxOutputTokens, price: price ?? null };
}

async function open(settings: ModelSettings, timeouts?: ModelTimeouts): Promise<LanguageModelPort> {
  const { provider, baseUrl, reach, apiKey, name: model, contextTokens, maxOutputTokens } = settings;
  if (provider === 'openai-compatible') {
    const { createOpenAICompatibleModel } = await import('./openai-compatible.ts');
    return createOpenAICompatibleModel({ baseUrl, reach, apiKey: apiKey ?? undefined, model, contextTokens, timeouts });
  }
  const { createNativeModel } = await import('./native.ts');
  return createNativeModel({ provider, baseUrl, reach, apiKey: apiKey ?? '', model, contextTokens, maxOutputTokens, timeouts });
}

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';
import type { LanguageModelPort } from '#engine/ports.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { splitKeys } from './key-ring.ts';
import { joinedMessages } from './messages.ts';
import { createStreamModel, type ModelTimeouts } from './stream-model.ts';

export type OpenAICompatibleConfig = {
  baseUrl: string;
  reach?: readonly string[] | undefined;
  apiKey: string | undefined;
  model: string;
  contextTokens: number;
  timeouts?: ModelTimeouts | undefined;
};

export function createOpenAICompatibleModel(config: OpenAICompatibleConfig): LanguageModelPort {
  const fetch = withAllowedTemperature(createBoundedFetch(config.baseUrl, config.reach), `${config.model} ${config.baseUrl}`);
  return createStreamModel(
    {
      modelFor: (apiKey) =>
        createOpenAICompatible({
          name: 'configured',
          baseURL: config.baseUrl,
          includeUsage: true,
          fetch,
          ...(apiKey ? { apiKey } : {}),
        })(config.model),
      messages: joinedMessages,
      temperature: 0.3,
    },
    {
      id: config.model,
      contextTokens: config.contextTokens,
      keys: splitKeys(config.apiKey),
      timeouts: config.timeouts,
    },
  );
}

/** Some models allow no temperature but their own. Known from their refusals, until the process ends. */
const keepTheirs = new Set<string>();

function withAllowedTemperature(fetch: typeof globalThis.fetch, model: string): typeof globalThis.fetch {
  return async (input, init) => {
    if (keepTheirs.has(model)) return fetch(input, withoutTemperature(init));
    const response = await fetch(input, init);
    if (response.status !== 400) return response;
    const refusal = await response.text();
    const { status, headers } = response;
    if (!namesTemperature(refusal)) return new Response(refusal, { status, headers });
    keepTheirs.add(model);
    return fetch(input, withoutTemperature(init));
  };
}

function withoutTemperature(init: RequestInit | undefined): RequestInit | undefined {
  if (typeof init?.body !== 'string') return init;
  return { ...init, body: JSON.stringify({ ...(JSON.parse(init.body) as object), temperature: undefined }) };
}

const zRefusal = z.object({ error: z.object({ param: z.string().nullish(), message: z.string().nullish() }) });

function namesTemperature(body: string): boolean {
  try {
    const { error } = zRefusal.parse(JSON.parse(body));
    return error.param === 'temperature' || /\btemperature\b/i.test((error.message ?? '').slice(0, 1000));
  } catch {
    return false;
  }
}

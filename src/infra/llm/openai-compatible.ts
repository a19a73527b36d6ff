import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
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
  const fetch = createBoundedFetch(config.baseUrl, config.reach);
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

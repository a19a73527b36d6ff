import { createHash } from 'node:crypto';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelPort } from '#engine/ports.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { splitKeys } from './key-ring.ts';
import { joinedMessages } from './messages.ts';
import { createStreamModel, type Dialect, type ModelRequest, type ModelTimeouts } from './stream-model.ts';

export type NativeConfig = {
  provider: 'openai' | 'anthropic' | 'google';
  baseUrl: string;
  reach?: readonly string[] | undefined;
  apiKey: string;
  model: string;
  contextTokens: number;
  maxOutputTokens: number | null;
  timeouts?: ModelTimeouts | undefined;
};

export function createNativeModel(config: NativeConfig): LanguageModelPort {
  return createStreamModel(dialects[config.provider](config), {
    id: config.model,
    contextTokens: config.contextTokens,
    keys: splitKeys(config.apiKey),
    timeouts: config.timeouts,
  });
}

const dialects: Record<NativeConfig['provider'], (config: NativeConfig) => Dialect> = {
  openai: ({ baseUrl, reach, model }) => {
    const fetch = createBoundedFetch(baseUrl, reach);
    return {
      modelFor: (apiKey = '') => createOpenAI({ baseURL: baseUrl, apiKey, fetch }).chat(model),
      messages: joinedMessages,
      // Routes requests about the same source to the machine that has it cached.
      providerOptions: ({ prefix }) => (prefix === undefined ? undefined : { openai: { promptCacheKey: shortHash(prefix) } }),
    };
  },
  anthropic: ({ baseUrl, reach, model, maxOutputTokens }) => {
    const fetch = createBoundedFetch(baseUrl, reach);
    return {
      modelFor: (apiKey = '') => createAnthropic({ baseURL: baseUrl, apiKey, fetch })(model),
      messages: withKeptPrefix,
      maxOutputTokens: maxOutputTokens ?? 8_192,
    };
  },
  google: ({ baseUrl, reach, model, maxOutputTokens }) => {
    const fetch = createBoundedFetch(baseUrl, reach);
    return {
      modelFor: (apiKey = '') => createGoogle({ baseURL: baseUrl, apiKey, fetch })(model),
      messages: joinedMessages,
      maxOutputTokens: maxOutputTokens ?? undefined,
    };
  },
};

function withKeptPrefix(request: ModelRequest): ReturnType<Dialect['messages']> {
  if (request.prefix === undefined) return joinedMessages(request);
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: request.prefix, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
        { type: 'text', text: request.prompt },
      ],
    },
  ];
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

import { beforeEach, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { serveOnLoopback } from '../../../tests/harness/http/loopback.ts';
import { presets } from './catalogue.ts';
import type { ModelSettings } from './model-settings.ts';
import { createOwnModels, type OwnModelOptions } from './own-models.ts';

/** A provider that refuses what it is asked with this status, and lists one model. */
let status = 401;
let asked: (string | undefined)[] = [];
const server = serveOnLoopback((request, response) => {
  asked.push(`${request.url} ${request.headers.authorization}`);
  if (request.url?.endsWith('/models')) response.end('{"data":[{"id":"m-1"}]}');
  else response.writeHead(status).end('{}');
});
const baseUrl = () => `${server.origin}/v1`;
beforeEach(() => {
  [status, asked] = [401, []];
});

const configuredAt = (address: string, more: Partial<ModelSettings> = {}): ModelSettings => ({
  ...{ provider: 'openai-compatible', baseUrl: address, apiKey: 'house', name: 'own-1', contextTokens: 5000 },
  ...{ maxOutputTokens: null, price: { input: 7, cachedInput: null, cacheWrite: null, output: 8 }, ...more },
});
const modelsOf = (options: Partial<OwnModelOptions> = {}) =>
  createOwnModels({ configured: null, replayFrom: null, local: null, ...options });

test('SUM-15 a key may be for a known provider, for the server’s own one, and for programs on this machine', () => {
  const idsOf = (options: Partial<OwnModelOptions> = {}) => modelsOf(options).providers.map(({ id }) => id);
  const known = presets.map(({ id }) => id);
  expect(idsOf()).toEqual(known);
  expect(idsOf({ local: { ollama: 1, lmStudio: 2 } })).toEqual([...known, 'ollama', 'lm-studio']);
  expect(idsOf({ local: { ollama: null, lmStudio: 2 } })).toEqual([...known, 'lm-studio']);
  expect(idsOf({ configured: configuredAt('https://relay.example/v1'), local: { ollama: 1, lmStudio: null } })).toEqual([
    'server',
    ...known,
    'ollama',
  ]);
  expect(idsOf({ configured: configuredAt('https://api.deepseek.com/v1') })).toEqual(known);
  const { providers } = modelsOf({
    configured: configuredAt('https://relay.example:8080/v1'),
    local: { ollama: 1, lmStudio: null },
  });
  expect(providers[0]).toEqual({
    id: 'server',
    name: 'relay.example:8080',
    host: 'relay.example:8080',
    model: 'own-1',
    local: false,
  });
  expect(providers[1]).toEqual({ id: 'openai', name: 'OpenAI', host: 'api.openai.com', model: expect.any(String), local: false });
  expect(providers.at(-1)).toEqual({ id: 'ollama', name: 'Ollama', host: '127.0.0.1:1', model: '', local: true });
  // Of a replay they keep their names.
  expect(modelsOf({ replayFrom: 'http://127.0.0.1:9' }).providers).toEqual(modelsOf().providers);
});

test('SUM-15 a model is named with its provider, and has the size that is known of it', async () => {
  const models = modelsOf({ configured: configuredAt('https://relay.example/v1'), local: { ollama: 1, lmStudio: null } });
  expect([
    models.idOf('server', 'm'),
    models.idOf('nobody', 'm'),
    await models.open('nobody', 'm', 'k'),
    await models.list('nobody', 'k'),
  ]).toEqual([...['m@server', null, null, null]]);
  const opened = (provider: string, name: string) => models.open(provider, name, 'key');
  expect(await opened('server', 'own-1')).toMatchObject({
    id: 'own-1@server',
    contextTokens: 5000,
    price: { input: 7, output: 8 },
  });
  expect(await opened('server', 'other')).toMatchObject({ id: 'other@server', contextTokens: 32_000, price: null });
  expect(await opened('ollama', 'own-1')).toMatchObject({ id: 'own-1@ollama', contextTokens: 4096, price: null });
  expect(await opened('anthropic', 'unheard-of')).toMatchObject({ id: 'unheard-of@anthropic', contextTokens: 128_000 });
  expect((await opened('openai', 'gpt-5.4-mini'))?.price).toMatchObject({ input: 0.75 });
});

test('SUM-15 what a provider says of a key is told to its owner, and other failures as they are', async () => {
  const models = modelsOf({ configured: configuredAt(baseUrl()) });
  const model = await models.open('server', 'm', 'sk-one, sk-two');
  const fail = async (as: number) => {
    status = as;
    try {
      for await (const _ of model?.stream({ instructions: '', prompt: '', signal: new AbortController().signal }) ?? []);
      return 'no failure';
    } catch (error) {
      return error instanceof AppError ? error.code : error;
    }
  };
  expect([await fail(404), await fail(402), await fail(400), await fail(401)]).toEqual([
    'own_model_unknown',
    'own_key_quota',
    'llm_refused',
    'own_key_refused',
  ]);
  asked = [];
  expect(await models.list('server', 'sk-one, sk-two')).toEqual(['m-1']);
  expect(await models.list('server', '')).toEqual(['m-1']);
  expect(asked).toEqual(['/v1/models Bearer sk-one', '/v1/models undefined']);
});

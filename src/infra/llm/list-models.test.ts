import { beforeEach, expect, test } from 'vitest';
import { serveOnLoopback } from '../../../tests/harness/http/loopback.ts';
import { type ListedFrom, listModels } from './list-models.ts';

type Answer = { status?: number; body: string; silent?: boolean };
let answer: Answer = { body: '' };
let asked: [path: string | undefined, headers: Record<string, unknown>][] = [];
const server = serveOnLoopback(({ url, headers }, response) => {
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': google, 'anthropic-version': version } = headers;
  asked.push([url, JSON.parse(JSON.stringify({ authorization, anthropic, google, version })) as Record<string, unknown>]);
  if (answer.silent) return;
  response.writeHead(answer.status ?? 200);
  response.end(answer.body);
});
const baseUrl = () => `${server.origin}/v1`;
beforeEach(() => {
  asked = [];
});

const list = (protocol: ListedFrom['protocol'] = 'openai-compatible', key?: string, limits: object = {}) =>
  listModels({ protocol, baseUrl: baseUrl(), reach: [new URL(baseUrl()).host] }, key, {
    timeoutMs: 5000,
    maxBytes: 100_000,
    ...limits,
  });
const give = (data: unknown) => {
  answer = { body: JSON.stringify(data) };
};

test('lists of models: each provider is asked its own way', async () => {
  give({ data: [] });
  for (const protocol of ['openai', 'anthropic', 'google', 'openai-compatible'] as const)
    expect(await list(protocol, 'key')).toEqual([]);
  await list('google');
  expect(asked).toEqual([
    ['/v1/models', { authorization: 'Bearer key' }],
    ['/v1/models?limit=1000', { anthropic: 'key', version: '2023-06-01' }],
    ['/v1/models?pageSize=1000', { google: 'key' }],
    ['/v1/models', { authorization: 'Bearer key' }],
    ['/v1/models?pageSize=1000', {}],
  ]);
});

test('lists of models: those that write text are named once each, in order, up to five hundred', async () => {
  const other =
    'embed-1 Whisper tts-1 gpt-audio gpt-realtime gpt-image DALL-E-3 moderation gpt-transcribe rerank speech video sora imagen veo-2';
  const names = [...other.split(' '), 'b', 'a', 'b', 'a/b:c~!', 'with space', '', 'é', 'x'.repeat(120), 'y'.repeat(121), 'veo'];
  give({ data: names.map((id) => ({ id })) });
  expect(await list()).toEqual(['a', 'a/b:c~!', 'b', 'veo', 'x'.repeat(120)]);
  give({ data: Array.from({ length: 501 }, (_, n) => ({ id: `m${1000 + n}` })) });
  const long = await list();
  expect([long?.length, long?.at(-1)]).toEqual([500, 'm1499']);
  const generates = { supportedGenerationMethods: ['countTokens', 'generateContent'] };
  const models = [
    { name: 'models/gemini', ...generates },
    { name: 'models/models/odd', ...generates },
    { name: 'tuned/models/x' },
    { name: 'models/counts', supportedGenerationMethods: ['countTokens'] },
  ];
  give({ models });
  expect(await list('google')).toEqual(['gemini', 'models/odd', 'tuned/models/x']);
});

test('lists of models: what is no list, too long or too late is none', async () => {
  const refusals: Answer[] = [
    ...['', 'null', '[]', '{}', '{"data":{}}', '{"data":[{"id":1}]}', '{"models":[{}]}', '<html>'].map((body) => ({ body })),
    { status: 401, body: '{"data":[]}' },
    { status: 201, body: '{"data":[]}' },
    { status: 204, body: '' },
  ];
  for (const one of refusals) {
    answer = one;
    expect(await list(), one.body).toBeNull();
  }
  answer = { body: '{"data":[]}' };
  expect([await list('openai', 'k', { maxBytes: 11 }), await list('openai', 'k', { maxBytes: 10 })]).toEqual([[], null]);
  answer = { body: '', silent: true };
  expect(await list('openai', 'k', { timeoutMs: 50 })).toBeNull();
});

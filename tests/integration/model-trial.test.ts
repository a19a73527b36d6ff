/** A key is tried before it is saved; programs on this machine are found where the server is for this machine alone. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { eventsOf, type Protocol } from '../harness/models/fake-providers.ts';
import { bodyOf } from '../harness/sites/replay.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

type Asked = { path: string; key: string; body: Record<string, unknown> };

let world: World;
let ollama: FakeLlm;
let studio: Site;
const asked: Asked[] = [];
beforeAll(async () => {
  const gone = await startSite();
  await gone.close();
  [ollama, studio] = await Promise.all([startFakeLlm(), startSite()]);
  world = await startWorld({
    env: {
      OPENAI_BASE_URL: `${gone.url}/v1`,
      OPENAI_MODEL: 'house-model',
      OLLAMA_PORT: ollama.host.split(':')[1] ?? '',
      LM_STUDIO_PORT: studio.host.split(':')[1] ?? '',
      LOG_LEVEL: 'trace',
      // Programs on this machine are asked more often, and trials are no calls of a day.
      OWN_KEY_CALLS_PER_DAY: '1',
    },
  });
});
afterAll(async () => {
  await world.close();
  await Promise.all([ollama.close(), studio.close()]);
});
beforeEach(() => {
  asked.length = 0;
});

type Refusal = { status: number; body?: unknown; headers?: Record<string, string> };
type Answer = Refusal | 'works';

const services = {
  openai: { protocol: 'openai', base: 'https://api.openai.com/v1', key: `sk-${'o'.repeat(48)}`, header: 'authorization' },
  deepseek: { protocol: 'openai', base: 'https://api.deepseek.com/v1', key: `sk-${'d'.repeat(32)}`, header: 'authorization' },
  anthropic: {
    protocol: 'anthropic',
    base: 'https://api.anthropic.com/v1',
    key: `sk-ant-${'a'.repeat(40)}`,
    header: 'x-api-key',
  },
  google: {
    protocol: 'google',
    base: 'https://generativelanguage.googleapis.com/v1beta',
    key: `AIza${'g'.repeat(35)}`,
    header: 'x-goog-api-key',
  },
} as const;
type Service = keyof typeof services;
const everyService = Object.keys(services) as Service[];

const pathsOf: Record<Protocol, (model: string) => string> = {
  openai: () => '/chat/completions',
  anthropic: () => '/messages',
  google: (model) => `/models/${model}:streamGenerateContent`,
};

/** How a provider answers a question and what it lists; null: 404. */
function provide(service: Service, answer: Answer, listed: unknown, model = 'm-1'): void {
  const { protocol, base, header } = services[service];
  const keyOf = (request: IncomingMessage) => String(request.headers[header]).replace('Bearer ', '');
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await bodyOf(request)) as Record<string, unknown>;
    asked.push({ path: request.url ?? '', key: keyOf(request), body });
    const { status, headers = {}, body: said = {} }: Refusal = answer === 'works' ? { status: 200 } : answer;
    const type = answer === 'works' ? 'text/event-stream' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(answer === 'works' ? eventsOf(protocol, ['OK'], 'stop').join('') : JSON.stringify(said));
  }
  world.internet.on(`${base}${pathsOf[protocol](model)}`, (request, response) => void reply(request, response));
  world.internet.on(`${base}/models`, (request, response) => {
    asked.push({ path: request.url ?? '', key: keyOf(request), body: {} });
    response.writeHead(listed === null ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(listed ?? {}));
  });
}

const tryKey = (client: TestClient, service: Service, model = 'm-1') =>
  client.rpc.account.tryModelKey.mutate({ provider: service, model, value: services[service].key });
const listOf = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) });

describe('trying a key', () => {
  test.each(everyService)('SUM-15 asks %s one tiny question with it and tells its models', async (service) => {
    const ids = ['m-2', 'm-1', 'text-embedding-3'];
    provide(
      service,
      'works',
      services[service].protocol === 'google' ? { models: ids.map((id) => ({ name: `models/${id}` })) } : listOf(...ids),
    );
    const client = world.client();
    expect(await tryKey(client, service)).toEqual({ problem: null, models: ['m-1', 'm-2'] });
    expect(asked.map(({ key }) => key)).toEqual([services[service].key, services[service].key]);
    const questions = asked.filter(({ path }) => !path.replace(/\?.*/, '').endsWith('/models'));
    expect(questions).toHaveLength(1);
    const text = JSON.stringify(questions[0]?.body);
    expect(text.length).toBeLessThan(1000);
    expect(text).toMatch(/"(?:max_tokens|max_completion_tokens|maxOutputTokens)":16\b/);
    // Neither saved nor an account made.
    expect((await client.rpc.account.modelKey.query()).state).toBe('none');
    expect((await client.rpc.account.me.query()).user).toBeNull();
  });

  test.each<[string, Service, Answer, unknown, string]>([
    ['a refused key', 'openai', { status: 401, body: { error: { code: 'invalid_api_key' } } }, null, 'key'],
    ['a refused key', 'deepseek', { status: 401 }, null, 'key'],
    ['a refused key', 'anthropic', { status: 401, body: { error: { type: 'authentication_error' } } }, null, 'key'],
    [
      'a refused key',
      'google',
      { status: 400, body: { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } } },
      null,
      'key',
    ],
    ['an unknown model', 'openai', { status: 404, body: { error: { code: 'model_not_found' } } }, listOf('m-2'), 'model'],
    ['an unknown model', 'anthropic', { status: 404, body: { error: { type: 'not_found_error' } } }, null, 'model'],
    ['an unknown model', 'google', { status: 404, body: { error: { status: 'NOT_FOUND' } } }, null, 'model'],
    ['a model refused as a wrong request', 'deepseek', { status: 400 }, listOf('m-2'), 'model'],
    ['a wrong request for a listed model', 'deepseek', { status: 400 }, listOf('m-1'), 'failed'],
    ['a wrong request without a list', 'deepseek', { status: 400 }, null, 'failed'],
    ['a rate limit', 'deepseek', { status: 429, headers: { 'retry-after': '7' } }, null, 'limited'],
    ['a spent quota', 'openai', { status: 429, body: { error: { code: 'insufficient_quota' } } }, null, 'quota'],
    ['an empty balance', 'deepseek', { status: 402 }, null, 'quota'],
    ['a region', 'openai', { status: 403, body: { error: { code: 'unsupported_country_region_territory' } } }, null, 'region'],
    ['a region', 'google', { status: 400, body: { error: { status: 'FAILED_PRECONDITION' } } }, null, 'region'],
    ['a fault of the provider', 'anthropic', { status: 529, body: { error: { type: 'overloaded_error' } } }, null, 'unavailable'],
  ])('SUM-15 names %s of %s', async (_what, service, answer, listed, problem) => {
    provide(service, answer, listed);
    expect(await tryKey(world.client(), service)).toMatchObject({ problem });
    expect(asked.filter(({ path }) => !path.replace(/\?.*/, '').endsWith('/models'))).toHaveLength(1);
  });

  test('SUM-15 names an unreachable host', async () => {
    const trial = await world.client().rpc.account.tryModelKey.mutate({ provider: 'server', model: 'm', value: 'any-key' });
    expect(trial).toEqual({ problem: 'unreachable', models: null });
  });

  test.each([
    ['without end', { data: [{ id: 'x'.repeat(5_000_000) }] }],
    ['of another form', { data: 'm-1' }],
    ['of impossible names', listOf('a b', '模型', 'y'.repeat(121))],
  ])('SUM-15 works with a list %s', async (_what, listed) => {
    provide('deepseek', 'works', listed);
    const { problem, models } = await tryKey(world.client(), 'deepseek');
    expect(problem).toBeNull();
    expect(models ?? []).toEqual([]);
  });

  test('SUM-15 tries the saved key, which is its owner’s alone, and saves another model with it', async () => {
    provide('deepseek', 'works', listOf('m-1', 'm-2'));
    const [mine, other] = [world.client(), world.client()];
    await mine.rpc.account.saveModelKey.mutate({ provider: 'deepseek', model: 'm-1', value: services.deepseek.key });
    expect(await mine.rpc.account.tryModelKey.mutate({ provider: 'deepseek', model: 'm-2' })).toMatchObject({ problem: null });
    expect(asked.every(({ key }) => key === services.deepseek.key)).toBe(true);
    await mine.rpc.account.saveModelKey.mutate({ provider: 'deepseek', model: 'm-2' });
    expect(await mine.rpc.account.modelKey.query()).toMatchObject({ state: 'saved', provider: 'deepseek', model: 'm-2' });
    await other.rpc.account.ensure.mutate();
    for (const [client, provider] of [
      [other, 'deepseek'],
      [world.client(), 'deepseek'],
      [mine, 'openai'],
    ] as const)
      for (const call of [client.rpc.account.tryModelKey, client.rpc.account.saveModelKey])
        expect(await call.mutate({ provider, model: 'm' }).then(() => undefined, codeOf)).toBe('bad_request');
    expect((await other.rpc.account.modelKey.query()).state).toBe('none');
  });

  test('SUM-15 is refused after thirty tries of a user in an hour; another user still tries', async () => {
    provide('deepseek', { status: 401 }, null);
    const [mine, other] = [world.client(), world.client()];
    await Promise.all([mine.rpc.account.ensure.mutate(), other.rpc.account.ensure.mutate()]);
    const outcomes: (string | undefined)[] = [];
    for (let count = 0; count < 31; count++)
      outcomes.push(await tryKey(mine, 'deepseek').then(({ problem }) => problem ?? 'works', codeOf));
    expect(outcomes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'key'));
    expect(outcomes[30]).toBe('too_many_key_tries');
    expect(await tryKey(other, 'deepseek').then(({ problem }) => problem, codeOf)).toBe('key');
  });
});

// How they are looked for, and what they may answer: `src/infra/llm/own-models.test.ts`.
describe('programs on this machine', () => {
  beforeAll(() => {
    ollama.models = ['qwen3:8b', 'nomic-embed-text:latest', 'llama3.2:3b'];
    studio.on('/v1/models', { type: 'application/json', body: JSON.stringify(listOf('qwen/qwen3-4b')) });
  });
  const found = async () => (await world.client().rpc.account.localModels.query()).servers;

  test('SUM-15 are asked once for all who look at a time', async () => {
    await Promise.all(Array.from({ length: 12 }, found));
    expect(studio.requests).toEqual(['/v1/models']);
  });

  test('SUM-15 are found with the models they list, and write notes for whoever chooses one', async () => {
    expect(await found()).toEqual([
      { id: 'ollama', name: 'Ollama', host: ollama.host, models: ['llama3.2:3b', 'qwen3:8b'] },
      { id: 'lm-studio', name: 'LM Studio', host: studio.host, models: ['qwen/qwen3-4b'] },
    ]);
    const client = world.client();
    const chosen = { provider: 'ollama', model: 'qwen3:8b' };
    expect(await client.rpc.account.tryModelKey.mutate(chosen)).toMatchObject({ problem: null });
    expect(await client.rpc.account.tryModelKey.mutate({ ...chosen, model: 'qwen3:70b' })).toMatchObject({ problem: 'model' });
    expect(ollama.requests).toHaveLength(0);
    const withKey = client.rpc.account.saveModelKey.mutate({ ...chosen, value: 'a-key' });
    expect(await withKey.then(() => undefined, codeOf)).toBe('bad_request');
    expect(await client.rpc.account.saveModelKey.mutate(chosen)).toMatchObject({ state: 'saved', provider: 'ollama' });
    ollama.script((request) => ({ text: writeNoteFor(request.prompt) }));
    world.site.on('/local', { body: articleHtml('The Local Oven', { paragraphs: 60 }) });
    const detail = await summarise(client, `${world.site.url}/local`);
    expect(detail).toMatchObject({ status: 'completed', noteMethod: 'model', noteModel: 'qwen3:8b@ollama' });
    // They are loaded with a small window and would cut more than fits, so it is asked in parts.
    expect(ollama.requests.length).toBeGreaterThan(1);
    for (const { prompt, authorization, model } of ollama.requests) {
      expect(prompt.length).toBeLessThan(4 * 4_096);
      expect([authorization, model]).toEqual([null, 'qwen3:8b']);
    }
  }, 60_000);

  test('SUM-15 do not count against the calls of a day', async () => {
    const client = world.client();
    await client.rpc.account.saveModelKey.mutate({ provider: 'ollama', model: 'qwen3:8b' });
    for (const path of ['/one', '/two', '/three']) {
      world.site.on(path, { body: articleHtml(`Oven of ${path}`) });
      expect(await summarise(client, `${world.site.url}${path}`)).toMatchObject({ noteModel: 'qwen3:8b@ollama' });
    }
  });

  test('SUM-15 lead nowhere else on this machine', async () => {
    const secret = await startSite();
    try {
      secret.on('/v1/models', { type: 'application/json', body: JSON.stringify(listOf('secret-model')) });
      const client = world.client();
      for (const provider of [secret.host, `http://${secret.host}/v1`, '127.0.0.1', 'Ollama'])
        for (const call of [client.rpc.account.tryModelKey, client.rpc.account.saveModelKey])
          expect(await call.mutate({ provider, model: 'm' }).then(() => undefined, codeOf)).toBe('bad_request');
      expect(secret.requests).toEqual([]);
    } finally {
      await secret.close();
    }
  });

  // Which settings say so: `src/server/config.test.ts`.
  test('SUM-15 are neither looked for nor called where the server listens on every address', async () => {
    const open = await startWorld({
      env: { HOST: '0.0.0.0', OLLAMA_PORT: ollama.host.split(':')[1] ?? '', LM_STUDIO_PORT: studio.host.split(':')[1] ?? '' },
    });
    try {
      const before = studio.requests.length;
      const client = open.client();
      expect(await client.rpc.account.localModels.query()).toEqual({ servers: [] });
      for (const call of [client.rpc.account.tryModelKey, client.rpc.account.saveModelKey])
        expect(await call.mutate({ provider: 'ollama', model: 'qwen3:8b' }).then(() => undefined, codeOf)).toBe('bad_request');
      expect(studio.requests).toHaveLength(before);
    } finally {
      await open.close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meterModel } from '#engine/llm/usage-meter.ts';
import { toAppError } from '#lib/app-error.ts';
import {
  eventsOf,
  type FakeProviders,
  type Protocol,
  type ProviderReply,
  startFakeProviders,
} from '../../../tests/harness/models/fake-providers.ts';
import type { ProviderId } from './catalogue.ts';
import { createModel } from './create-model.ts';

let server: FakeProviders;
beforeAll(async () => {
  server = await startFakeProviders();
});
afterAll(() => server.close());

const spoken: { provider: ProviderId; protocol: Protocol }[] = [
  { provider: 'openai-compatible', protocol: 'openai' },
  { provider: 'openai', protocol: 'openai' },
  { provider: 'anthropic', protocol: 'anthropic' },
  { provider: 'google', protocol: 'google' },
];

/** Long timeouts for tests that are not about timeouts, because the machine may be busy. */
const patient = { firstMs: 20_000, idleMs: 20_000, totalMs: 40_000 };

type Result = { text: string; finish: Record<string, unknown> | null; error: { code: string; retry: unknown } | null };

async function ask(
  provider: ProviderId,
  reply: ProviderReply | ((index: number, key: string | null) => ProviderReply),
  { apiKey = 'key-one', timeouts = patient } = {},
): Promise<Result> {
  server.script((call, index) => (typeof reply === 'function' ? reply(index, call.key) : reply));
  const model = await open(provider, { apiKey, timeouts });
  return read(model);
}

function open(provider: ProviderId, { apiKey = 'key-one', timeouts = patient } = {}) {
  const protocol = spoken.find((one) => one.provider === provider)?.protocol ?? 'openai';
  return createModel(
    { provider, baseUrl: server.baseUrl(protocol), apiKey, name: 'fake', contextTokens: 32_000, maxOutputTokens: null },
    timeouts,
  );
}

async function read(model: Awaited<ReturnType<typeof createModel>>): Promise<Result> {
  const result: Result = { text: '', finish: null, error: null };
  try {
    const request = {
      instructions: 'Be brief.',
      prefix: 'L0 the source',
      prompt: 'Task: say it.',
      signal: new AbortController().signal,
    };
    for await (const part of model.stream(request)) {
      if (part.type === 'text') result.text += part.text;
      else result.finish = part;
    }
  } catch (error) {
    const known = toAppError(error);
    result.error = { code: known.code, retry: known.retry };
  }
  return result;
}

const answer = '## 谷仓 [L0]\n- It held **rye**. [L0]\n';

describe.each(spoken)('$provider', ({ provider, protocol }) => {
  test('streams the text, the finish reason, usage and cached tokens', async () => {
    const { text, finish, error } = await ask(provider, { text: answer });
    expect(error).toBeNull();
    expect(text).toBe(answer);
    expect(finish).toMatchObject({ type: 'finish', reason: 'stop', inputTokens: 100, outputTokens: 20, cachedTokens: 64 });
    const [call] = server.calls;
    expect(call?.key).toBe('key-one');
    const places = ['Be brief.', 'L0 the source', 'Task: say it.'].map((part) => call?.prompt.indexOf(part) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
  });

  test('SUM-08 computes a call’s cost from its usage and refuses the one past the limit', async () => {
    server.script(() => ({ text: answer }));
    const price = { input: 1, cachedInput: 0.1, cacheWrite: null, output: 10 };
    const llm = meterModel({ ...(await open(provider)), price }, { limitUsd: 0.0034 });
    expect((await read(llm)).error).toBeNull();
    expect(llm.used()).toMatchObject({ calls: 1, inputTokens: 100, cachedTokens: 64, outputTokens: 20, estimatedCalls: 0 });
    expect(llm.used().costUsd).toBeCloseTo((36 + 6.4 + 200) / 1e6, 12);
    // Each protocol names the remaining output tokens.
    expect(JSON.stringify(server.calls[0]?.body)).toMatch(/"(?:max_tokens|max_completion_tokens|maxOutputTokens)":3\d\d/);
    for (const code of [undefined, 'llm_cost_limit', 'llm_cost_limit']) expect((await read(llm)).error?.code).toBe(code);
    expect(server.calls).toHaveLength(2);
  });

  test('reports an answer cut at its limit', async () => {
    expect((await ask(provider, { text: answer, end: 'length' })).finish).toMatchObject({ reason: 'length' });
  });

  test('neither hangs nor reports a false end when cut at any byte', async () => {
    const whole = Buffer.byteLength(eventsOf(protocol, ['## a', ' [L0]'], 'stop').join(''));
    const ends = new Map<string, number>();
    server.script((_call, index) => ({ text: '## a [L0]', pieces: 2, cutAtByte: index }));
    const model = await open(provider);
    const lane = async (): Promise<void> => {
      while (server.calls.length < whole) {
        const { text, finish, error } = await read(model);
        const end = error?.code ?? (finish ? `finish:${String(finish.reason)}` : 'nothing');
        ends.set(end, (ends.get(end) ?? 0) + 1);
        // An answer counts as finished only after the provider's finish event; what follows is only framing.
        if (error === null) expect(text).toBe('## a [L0]');
        else expect(error.retry).toBeDefined();
      }
    };
    await Promise.all(Array.from({ length: 12 }, lane));
    for (const end of ends.keys()) expect(['llm_unavailable', 'llm_bad_output', 'finish:stop']).toContain(end);
    expect((ends.get('llm_unavailable') ?? 0) + (ends.get('llm_bad_output') ?? 0)).toBeGreaterThan(whole / 3);
  }, 240_000);

  test.each<[string, ProviderReply, string | RegExp, boolean]>([
    ['a key that is refused', { status: 401 }, 'llm_unauthorized', false],
    ['a key without money', { status: 402 }, 'llm_quota', false],
    ...[
      { status: 429, error: { type: 'exceeded_current_quota_error', message: 'Your account is suspended' } },
      { status: 429, error: { code: '1113', message: '余额不足或无可用资源包，请充值。' } },
      { status: 400, error: { code: 'Arrearage', type: 'Arrearage', message: 'Access denied.' } },
      { status: 403, code: 30001, message: 'Sorry, your account balance is insufficient', data: null },
    ].map(({ status, ...body }): [string, ProviderReply, string, boolean] => [
      `an empty account: ${JSON.stringify(body)}`,
      { status, body: JSON.stringify(body) },
      'llm_quota',
      false,
    ]),
    ['a model that may not be used', { status: 403 }, 'llm_unauthorized', false],
    ['a model that does not exist', { status: 404 }, 'llm_model_unknown', false],
    ['too fast, without a word on how long', { status: 429 }, 'llm_rate_limited', true],
    ['a provider that fails', { status: 500 }, 'llm_unavailable', true],
    ['a provider that is full', { status: 529 }, 'llm_unavailable', true],
    ...['text/html; charset=utf-8', 'Application/XHTML+xml'].map((contentType): [string, ProviderReply, string, boolean] => [
      `a web page (${contentType}) with 200`,
      // The response never ends, so the client has to close the connection.
      { text: answer, hangAfter: 1, contentType },
      'llm_bad_output',
      false,
    ]),
    ['a web page with 503', { status: 503, body: '<p>Busy', headers: { 'content-type': 'text/html' } }, 'llm_unavailable', true],
    [
      'a web page with 401',
      { status: 401, body: '<p>Sign in', headers: { 'content-type': 'text/html' } },
      'llm_unauthorized',
      false,
    ],
    ['a line without end', { longLine: 10_000_000 }, 'llm_bad_output', false],
    ['broken JSON in an event', { raw: 'data: {"id": nonsense}\n\n' }, /^llm_(bad_output|unavailable)$/, true],
    ...[
      {
        status: 400,
        body: JSON.stringify({ error: { message: 'no', type: 'invalid_request_error', code: 'context_length_exceeded' } }),
      },
      { status: 400, body: JSON.stringify({ error: { code: 400, message: 'no', type: 'exceed_context_size_error' } }) },
      { status: 413, body: '<p>Too large' },
      {
        status: 500,
        body: JSON.stringify({ error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } }),
      },
      ...[
        'prompt is too long: 213462 tokens > 200000 maximum',
        'The input token count (1189822) exceeds the maximum number of tokens allowed (1048576).',
        'This model’s maximum context length is 65536 tokens. However, you requested 70000 tokens.',
        'Range of input length should be [1, 30720]',
        'Prompt 超长',
      ].map((message) => ({ status: 400, body: JSON.stringify({ error: { message, type: 'invalid_request_error' } }) })),
    ].map((reply): [string, ProviderReply, string, boolean] => [
      `a text that is too long: ${reply.body}`,
      reply,
      'llm_too_long',
      false,
    ]),
    [
      'another bad request',
      {
        status: 400,
        body: JSON.stringify({ error: { message: 'max_tokens is too large: 100000', type: 'invalid_request_error' } }),
      },
      'llm_refused',
      false,
    ],
    ['a content filter', { text: 'The ', end: 'filter' }, 'llm_refused', false],
  ])('%s', async (_name, reply, code, again) => {
    const { error } = await ask(provider, reply);
    expect(error?.code).toMatch(code);
    expect(error?.retry !== undefined).toBe(again);
    await expect.poll(() => server.open(), { timeout: 20_000 }).toBe(0);
  });

  test('reports no end for an empty stream, another type or another answer', async () => {
    for (const reply of [{ raw: '' }, { raw: '{"ok":true}', contentType: 'application/json' }, { raw: ': hello\n\n' }]) {
      const { text, error } = await ask(provider, reply);
      expect(text).toBe('');
      expect(error?.code).toMatch(/^llm_(unavailable|bad_output)$/);
    }
  });

  test('passes the pause that a provider asks for', async () => {
    expect((await ask(provider, { status: 429, headers: { 'retry-after': '7' } })).error).toEqual({
      code: 'llm_rate_limited',
      retry: { afterMs: 7000 },
    });
    const details = [{ reason: 'RATE_LIMIT' }, { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }];
    const body = JSON.stringify({ error: { code: 429, message: 'no', status: 'RESOURCE_EXHAUSTED', details } });
    expect((await ask(provider, { status: 429, body })).error).toEqual({
      code: 'llm_rate_limited',
      retry: { afterMs: 34_500 },
    });
  });

  test('ends silence before and between pieces at its limit', async () => {
    const timeouts = { firstMs: 150, idleMs: 100, totalMs: 5_000 };
    expect((await ask(provider, { hang: true }, { timeouts })).error?.code).toBe('llm_timed_out');
    expect((await ask(provider, { text: answer, hangAfter: 1 }, { timeouts })).error?.code).toBe('llm_timed_out');
    const drip = { text: answer.repeat(20), pieces: 200, delayMs: 20 };
    expect((await ask(provider, drip, { timeouts: { ...timeouts, totalMs: 400 } })).error?.code).toBe('llm_timed_out');
  });

  test('cuts endless text at its limit', async () => {
    const { text, finish } = await ask(provider, { endless: '- again and again. [L0]\n' });
    expect(finish).toMatchObject({ reason: 'length' });
    expect(text.length).toBeLessThan(210_000);
    await expect.poll(() => server.open(), { timeout: 20_000 }).toBe(0);
  });

  test('skips refused keys of a list and does not use them again', async () => {
    const statuses: Record<string, number> = { a: 401, b: 402, c: 403 };
    const protocolUrl = server.baseUrl(protocol);
    server.script(({ key }) => (statuses[key ?? ''] ? { status: statuses[key ?? ''] ?? 0 } : { text: answer }));
    const model = await createModel({
      provider,
      baseUrl: protocolUrl,
      apiKey: 'a, b,c,d',
      name: 'fake',
      contextTokens: 1,
      maxOutputTokens: null,
    });
    expect((await read(model)).text).toBe(answer);
    expect(server.calls.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd']);
    expect((await read(model)).text).toBe(answer);
    expect(server.calls.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'd']);
  });

  test('keeps the key once something was streamed', async () => {
    const { text, error } = await ask(
      provider,
      { text: answer.repeat(9), hangAfter: 3 },
      { apiKey: 'a,b', timeouts: { ...patient, idleMs: 500 } },
    );
    expect(error?.code).toBe('llm_timed_out');
    expect(text).not.toBe('');
    expect(server.calls).toHaveLength(1);
  });
});

test('marks the shared prefix for the provider’s cache', async () => {
  await ask('anthropic', { text: answer });
  expect(server.calls[0]?.body).toMatchObject({
    messages: [
      {
        content: [{ text: 'L0 the source', cache_control: { type: 'ephemeral' } }, { text: 'Task: say it.' }],
      },
    ],
  });
  await ask('openai', { text: answer });
  expect(server.calls[0]?.body).toMatchObject({ prompt_cache_key: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

test.each([
  { param: 'temperature', message: 'Unsupported value.' },
  { message: 'invalid temperature: only 1 is allowed for this model' },
])('asks a model that allows its own temperature only without one: %o', async (error) => {
  const refused = { status: 400, body: JSON.stringify({ error: { type: 'invalid_request_error', ...error } }) };
  const temperatureIn = ({ body }: { body: unknown }) => (body as { temperature?: number }).temperature;
  server.script((call) => (temperatureIn(call) === undefined ? { text: answer } : refused));
  const model = { provider: 'openai-compatible', apiKey: 'a', contextTokens: 32_000, maxOutputTokens: null } as const;
  const openOnce = () => createModel({ ...model, baseUrl: server.baseUrl('openai'), name: `own ${error.message}` });
  for (let time = 0; time < 2; time++) expect((await read(await openOnce())).text).toBe(answer);
  expect(server.calls.map(temperatureIn)).toEqual([0.3, undefined, undefined]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeLlm, type LlmReply, startFakeLlm } from '../../../tests/harness/models/fake-llm.ts';
import { createOpenAICompatibleModel } from './openai-compatible.ts';

let server: FakeLlm;
beforeAll(async () => {
  server = await startFakeLlm();
});
afterAll(() => server.close());

function modelFor(timeouts = { firstMs: 20_000, idleMs: 20_000, totalMs: 40_000 }) {
  return createOpenAICompatibleModel({
    baseUrl: server.url,
    apiKey: 'sk-test',
    model: 'test-model',
    contextTokens: 32_000,
    timeouts,
  });
}

async function ask(
  reply: LlmReply,
  options: { signal?: AbortSignal; timeouts?: { firstMs: number; idleMs: number; totalMs: number } } = {},
) {
  server.script(() => reply);
  let text = '';
  let finish: { reason: string; inputTokens: number | null; outputTokens: number | null } | undefined;
  const stream = modelFor(options.timeouts).stream({
    instructions: 'Be brief.',
    prompt: 'L0 hello',
    signal: options.signal ?? new AbortController().signal,
  });
  for await (const part of stream) {
    if (part.type === 'text') text += part.text;
    else finish = part;
  }
  return { text, finish };
}

describe('createOpenAICompatibleModel', () => {
  test('streams the text, the reason it ended and the usage', async () => {
    const answer = await ask({ text: '## 标题 [L0]\n- point [L0]\n', pieceLength: 3 });
    expect(answer.text).toBe('## 标题 [L0]\n- point [L0]\n');
    expect(answer.finish).toMatchObject({ reason: 'stop' });
    expect(answer.finish?.outputTokens).toBeGreaterThan(0);
    const request = server.requests.at(-1);
    expect(request).toMatchObject({ model: 'test-model', stream: true, authorization: 'Bearer sk-test' });
    expect(request?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'L0 hello' },
    ]);
  });

  test('drops characters that cannot be stored and joins divided ones', async () => {
    const piece = (content: string, reason: string | null = null) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`;
    const raw = (pieces: string[]) => `${pieces.map((text) => piece(text)).join('')}${piece('', 'stop')}data: [DONE]\n\n`;
    expect(await ask({ raw: raw(['a\u0000b', '\u0000', ' \ud83d', '\ude00', ' \ude00', ' \ud83d']) })).toMatchObject({
      text: 'ab 😀 \ufffd \ufffd',
      finish: { reason: 'stop' },
    });
  });

  test('reports an answer that was cut at its length', async () => {
    expect((await ask({ text: 'half', finishReason: 'length' })).finish?.reason).toBe('length');
  });

  test.each<[string, LlmReply, string, boolean]>([
    ['401', { status: 401 }, 'llm_unauthorized', false],
    ['402', { status: 402 }, 'llm_quota', false],
    ['403', { status: 403 }, 'llm_unauthorized', false],
    ['429', { status: 429, retryAfterSeconds: 9 }, 'llm_rate_limited', true],
    ['500', { status: 500 }, 'llm_unavailable', true],
    ['400', { status: 400 }, 'llm_refused', false],
    [
      'a connection that breaks',
      { text: 'one two three four five six', pieceLength: 3, cutAfterPieces: 2 },
      'llm_unavailable',
      true,
    ],
    [
      'a stream that ends without saying so',
      {
        raw: 'data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":null}]}\n\n',
      },
      'llm_unavailable',
      true,
    ],
    [
      'a context that fills up within an answer',
      { raw: 'data: {"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}\n\n' },
      'llm_too_long',
      false,
    ],
    ['a content filter', { text: 'no', finishReason: 'content_filter' }, 'llm_refused', false],
  ])('%s becomes one of our codes', async (_name, reply, code, retry) => {
    const failure = await ask(reply).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect((failure as { retry?: unknown }).retry !== undefined).toBe(retry);
  });

  test('passes the pause that a provider asks for', async () => {
    await expect(ask({ status: 429, retryAfterSeconds: 9 })).rejects.toMatchObject({ retry: { afterMs: 9_000 } });
  });

  test('gives up on silence before and between pieces', async () => {
    const timeouts = { firstMs: 150, idleMs: 150, totalMs: 5_000 };
    await expect(ask({ hang: true }, { timeouts })).rejects.toMatchObject({ code: 'llm_timed_out' });
    await expect(ask({ text: 'a b c d', pieceLength: 1, hangAfterPieces: 3 }, { timeouts })).rejects.toMatchObject({
      code: 'llm_timed_out',
    });
  });

  test('SUM-08 a cancel ends the request at the provider', async () => {
    const cancel = new AbortController();
    // Waits until the connections of earlier tests are closed.
    await expect.poll(() => server.open(), { timeout: 20_000 }).toBe(0);
    const before = server.counts.aborted;
    const asked = ask({ text: 'word '.repeat(2000), pieceLength: 5, delayMs: 20 }, { signal: cancel.signal });
    await expect.poll(() => server.open(), { timeout: 20_000 }).toBe(1);
    cancel.abort(new Error('stop'));
    await expect(asked).rejects.toThrow('stop');
    await expect.poll(() => server.counts.aborted, { timeout: 20_000 }).toBe(before + 1);
  });
});

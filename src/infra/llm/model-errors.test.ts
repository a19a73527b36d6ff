import { APICallError, JSONParseError, TypeValidationError } from 'ai';
import { expect, test } from 'vitest';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { toModelError } from './model-errors.ts';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; cause?: unknown; data?: unknown };
const failed = ({ status, body, headers, cause, data }: Answer) =>
  new APICallError({
    ...{ message: 'sk-canary', url: 'https://m.example', requestBodyValues: {}, cause, data },
    ...(status === undefined ? {} : { statusCode: status }),
    ...(headers ? { responseHeaders: headers } : {}),
    ...(body === undefined ? {} : { responseBody: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const codeOf = (answer: Answer): ErrorCode => toModelError(failed(answer)).code;
const coded = (code: unknown) => ({ error: { code } });

const answers: [name: string, answer: Answer, code: ErrorCode][] = [
  ...[
    'insufficient_quota',
    'billing_hard_limit_reached',
    'billing_error',
    'exceeded_current_quota_error',
    'Arrearage',
    '1113',
    1113,
    '30001',
    30_001,
  ].map((word): [string, Answer, ErrorCode] => [String(word), { status: 400, body: coded(word) }, 'llm_quota']),
  ['a status for a bill', { status: 402 }, 'llm_quota'],
  ['a quota before a rate', { status: 429, body: coded('insufficient_quota') }, 'llm_quota'],
  ...['context_length_exceeded', 'request_too_large', 'exceed_context_size_error'].map((word): [string, Answer, ErrorCode] => [
    word,
    { status: 400, body: { error: { type: word } } },
    'llm_too_long',
  ]),
  ['a status for a size', { status: 413 }, 'llm_too_long'],
  ['a region', { status: 403, body: coded('unsupported_country_region_territory') }, 'llm_region_refused'],
  ['a region of Gemini', { status: 400, body: { error: { status: 'FAILED_PRECONDITION' } } }, 'llm_region_refused'],
  ['an unknown model', { status: 400, body: coded('model_not_found') }, 'llm_model_unknown'],
  ['a status for it', { status: 404 }, 'llm_model_unknown'],
  ...[401, 403].map((status): [string, Answer, ErrorCode] => [`${status}`, { status }, 'llm_unauthorized']),
  ...['invalid_api_key', 'authentication_error', 'permission_error', 'API_KEY_INVALID', 'UNAUTHENTICATED'].map(
    (reason): [string, Answer, ErrorCode] => [
      reason,
      { status: 400, body: { error: { details: [{}, { reason }] } } },
      'llm_unauthorized',
    ],
  ),
  ['a code beside the error', { status: 400, body: { code: 30_001, error: null } }, 'llm_quota'],
  ['the code within it first', { status: 400, body: { code: 30_001, error: { code: 'invalid_api_key' } } }, 'llm_unauthorized'],
  ['details that are none', { status: 400, body: { error: { code: 'invalid_api_key', details: 'none' } } }, 'llm_unauthorized'],
  ['an error that is a text', { status: 400, body: { code: 'invalid_api_key', error: 'wrong' } }, 'llm_unauthorized'],
  ['a code that is none', { status: 400, body: { code: {}, error: { type: 'invalid_api_key' } } }, 'llm_unauthorized'],
  ['what the library read', { status: 400, data: coded('invalid_api_key') }, 'llm_unauthorized'],
  ['the body before it', { status: 400, body: coded('model_not_found'), data: coded('invalid_api_key') }, 'llm_model_unknown'],
  ['a limit', { status: 429 }, 'llm_rate_limited'],
  ['a full context', { status: 500, body: 'the Context Size has been exceeded.' }, 'llm_too_long'],
  ['a full context far behind', { status: 500, body: `${' '.repeat(4000)}context size has been exceeded` }, 'llm_unavailable'],
  ...[408, 409, 500, 503].map((status): [string, Answer, ErrorCode] => [`${status}`, { status }, 'llm_unavailable']),
  ['an answer that broke off', { status: 200 }, 'llm_unavailable'],
  ['a refusal', { status: 300 }, 'llm_refused'],
  ['another refusal', { status: 422, body: 'no' }, 'llm_refused'],
  ['a refusal full of words', { status: 400, body: 'context size has been exceeded' }, 'llm_too_long'],
  ['a size far behind', { status: 400, body: `${' '.repeat(4000)}context length` }, 'llm_refused'],
  ...[
    ...['Context Length', 'context window', 'context size', 'context limit', 'prompt is too long', 'input are too large'],
    ...['request is too large', 'message is too long', 'messages are too long', 'exceeds the maximum number of tokens'],
    ...['maximum prompt length', 'maximum input length', 'input length should be', 'model token limit', 'too many tokens'],
    ...[
      'too many input tokens',
      'Prompt超长',
      'prompt 超长',
      '输入过长',
      '上下文超长',
      '输入长度超过限制',
      `上下文${'字'.repeat(20)}超出`,
    ],
  ].map((words): [string, Answer, ErrorCode] => [words, { status: 400, body: `The ${words}.` }, 'llm_too_long']),
  ...['context', 'prompt too long', 'the prompt was too long', '输入"过长', `上下文${'字'.repeat(21)}超出`, 'too many users'].map(
    (words): [string, Answer, ErrorCode] => [words, { status: 400, body: words }, 'llm_refused'],
  ),
];

test.each(answers)('answers of models: %s', (_name, answer, code) => {
  const error = toModelError(failed(answer));
  expect(error.code).toBe(code);
  // What the administrator reads.
  if (answer.status !== 200) expect(error.message.startsWith(`${code}: status ${answer.status}`), error.message).toBe(true);
});

test('answers of models: a refusal is told with its status and its words, and with nothing else that was sent', () => {
  const words = {
    code: 'odd_code',
    type: 'a text with spaces',
    status: 'WORDS',
    details: [{ reason: 'x'.repeat(41) }, { reason: 'why' }],
  };
  const refused = toModelError(failed({ status: 418, body: { error: words } }));
  expect(refused).toMatchObject({ code: 'llm_refused', params: { status: 418 } });
  expect(refused.message).toBe('llm_refused: status 418 odd_code WORDS why');
  expect(refused.cause).toBeUndefined();
  const own = new AppError('cancelled');
  expect([toModelError(own), toModelError(new Error('outer', { cause: own }))]).toEqual([own, own]);
});

test('answers of models: a wait is what the headers or the body say, and only where one helps', () => {
  const wait = (answer: Answer) => toModelError(failed(answer)).retry;
  const body = (...retryDelay: unknown[]) => ({ error: { details: retryDelay.map((one) => ({ retryDelay: one })) } });
  expect(wait({ status: 429, headers: { 'retry-after-ms': '250', 'retry-after': '3' } })).toEqual({ afterMs: 250 });
  expect(wait({ status: 429, headers: { 'retry-after-ms': '0' } })).toEqual({ afterMs: 0 });
  for (const wrong of ['-1', 'soon'])
    expect(wait({ status: 429, headers: { 'retry-after-ms': wrong, 'retry-after': '3' } })).toEqual({ afterMs: 3000 });
  expect(wait({ status: 503, headers: { 'retry-after': '4' } })).toEqual({ afterMs: 4000 });
  expect(wait({ status: 429, body: body('34s') })).toEqual({ afterMs: 34_000 });
  expect(wait({ status: 429, body: body(null, 'x1s', '1sx', '1.s', '0.0001s', '9s') })).toEqual({ afterMs: 1 });
  expect(wait({ status: 429, body: body('1234567s') })).toEqual({});
  expect(wait({ status: 503, body: body('34s') })).toEqual({});
  expect(wait({ status: 429, body: 'not JSON' })).toEqual({});
  expect(wait({ status: 401, headers: { 'retry-after': '4' } })).toBeUndefined();
  expect([wait({}), wait({ status: 200 })]).toEqual([{}, {}]);
});

const withCode = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code });

test('answers of models: a server that cannot be reached is told from one that broke off', () => {
  const codes = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'];
  for (const code of codes) expect(codeOf({ cause: withCode(code) }), code).toBe('llm_unreachable');
  expect(codeOf({ cause: new AggregateError([new Error('x'), withCode('ECONNREFUSED')]) })).toBe('llm_unreachable');
  const deep = (depth: number): unknown =>
    depth === 0 ? withCode('ECONNREFUSED') : new Error('outer', { cause: deep(depth - 1) });
  // The error itself is the first of eight.
  expect([codeOf({ cause: deep(6) }), codeOf({ cause: deep(7) })]).toEqual(['llm_unreachable', 'llm_unavailable']);
  for (const cause of [withCode('ECONNRESET'), { code: 'ECONNREFUSED' }, undefined])
    expect(codeOf({ cause })).toBe('llm_unavailable');
  const said = (cause: unknown) => toModelError(failed({ cause })).message;
  expect(said(withCode('ECONNRESET'))).toBe('llm_unavailable: Error ECONNRESET');
  expect(said(new TypeError('secret', { cause: withCode('UND_ERR_SOCKET') }))).toBe('llm_unavailable: TypeError UND_ERR_SOCKET');
  for (const code of ['lower', `A${'B'.repeat(40)}`, 'A B']) expect(said(withCode(code))).toBe('llm_unavailable: Error');
  expect(said('secret')).toBe('llm_unavailable: error in the stream');
  expect(said(Object.assign(new Error('x'), { name: 'a name' }))).toBe('llm_unavailable: Error');
  expect(said(Object.assign(new Error('x'), { code: 5 }))).toBe('llm_unavailable: Error');
});

test('answers of models: what comes in the middle of an answer is told by its words, and what cannot be read is that', () => {
  const unread = new JSONParseError({ text: 'sk-canary', cause: new Error('x') });
  expect(toModelError(unread)).toMatchObject({ code: 'llm_bad_output', retry: {}, message: 'llm_bad_output: malformed stream' });
  const event = (value: unknown) => toModelError(new TypeValidationError({ value, cause: new Error('x') })).code;
  expect(event(coded('insufficient_quota'))).toBe('llm_quota');
  expect(event({ odd: true })).toBe('llm_bad_output');
  const midway = (error: unknown) => toModelError(error);
  const codes: [unknown, ErrorCode][] = [
    [{ type: 'billing_error' }, 'llm_quota'],
    [{ type: 'authentication_error' }, 'llm_unauthorized'],
    [{ code: 'context_length_exceeded' }, 'llm_too_long'],
    [{ type: 'rate_limit_error' }, 'llm_rate_limited'],
    [{ code: 'rate_limit_exceeded' }, 'llm_rate_limited'],
    [{ status: 'RESOURCE_EXHAUSTED' }, 'llm_rate_limited'],
    [{ message: 'Context size has been exceeded.' }, 'llm_too_long'],
    [new Error('context size has been exceeded'), 'llm_too_long'],
    [{ type: 'overloaded_error' }, 'llm_unavailable'],
    [null, 'llm_unavailable'],
    ['context size has been exceeded', 'llm_unavailable'],
  ];
  for (const [error, code] of codes) expect(midway(error).code, JSON.stringify(error)).toBe(code);
  expect(midway({ type: 'rate_limit_error' }).retry).toEqual({});
  expect([midway({ type: 'billing_error' }).retry, midway(null).retry]).toEqual([undefined, {}]);
  const broken = (cause: unknown) => toModelError(failed({ status: 200, cause }));
  expect(broken(unread)).toMatchObject({ code: 'llm_bad_output', retry: {}, message: 'llm_bad_output: broke off' });
  expect(broken(new AppError('llm_timed_out'))).toMatchObject({ code: 'llm_timed_out' });
  expect(toModelError(failed({ status: 299, cause: unread })).code).toBe('llm_bad_output');
});

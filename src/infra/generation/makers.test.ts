import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { serveOnLoopback } from '../../../tests/harness/http/loopback.ts';
import { createImageMaker } from './image-maker.ts';
import { createMusicMaker } from './music-maker.ts';
import { createAsker } from './service.ts';

let answer: (response: ServerResponse) => void = (response) => void response.end('{}');
let asked: { path: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = [];
const server = serveOnLoopback((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    asked.push({ path: `${request.method} ${request.url}`, headers: request.headers, body: JSON.parse(body) });
    answer(response);
  });
});
const baseUrl = () => `${server.origin}/v1`;
beforeEach(() => {
  asked = [];
});

const give = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  answer = (response) => void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
};
const settings = (apiKey: string | null = 'key') => ({ baseUrl: baseUrl(), apiKey, model: 'm-1', priceUsd: 0.25 });
const { signal } = new AbortController();
const told = async (work: Promise<unknown>) =>
  work.then(
    (value) => value,
    (error: unknown) =>
      error instanceof AppError ? [error.code, error.message.slice(error.code.length + 2), error.retry] : error,
  );

test('API-01 a service is asked in JSON with its key, and its refusals are told by their codes without its words', async () => {
  const ask = (limits: { timeoutMs?: number; mostBytes?: number } = {}, key: string | null = 'key', until = signal) =>
    told(
      createAsker(settings(key))({ path: '/make', body: { a: 1 }, timeoutMs: 5000, mostBytes: 1000, signal: until, ...limits }),
    );
  give({ made: true });
  expect([await ask(), await ask({}, null)]).toEqual([{ made: true }, { made: true }]);
  expect(
    asked.map(({ path, headers, body }) => [path, headers.accept, headers['content-type'], headers.authorization, body]),
  ).toEqual([
    ['POST /v1/make', 'application/json', 'application/json', 'Bearer key', { a: 1 }],
    ['POST /v1/make', 'application/json', 'application/json', undefined, { a: 1 }],
  ]);
  const refused = (status: number, error: object = {}, headers = {}) => {
    give({ error }, status, headers);
    return ask();
  };
  for (const word of ['content_policy_violation', 'moderation_blocked', 'safety'])
    expect(await refused(400, { code: word })).toEqual(['output_refused', `status 400 (${word})`, undefined]);
  for (const word of ['insufficient_quota', 'quota_exceeded', 'billing_hard_limit'])
    expect(await refused(400, { type: word })).toEqual(['output_quota', `status 400 (${word})`, undefined]);
  expect(await refused(402)).toEqual(['output_quota', 'status 402', undefined]);
  for (const status of [401, 403]) expect(await refused(status)).toEqual(['output_unauthorized', `status ${status}`, undefined]);
  for (const status of [502, 504, 522, 524])
    expect(await refused(status)).toEqual(['output_unconfirmed', `status ${status}`, undefined]);
  for (const status of [408, 409, 429, 500, 503])
    expect(await refused(status)).toEqual(['output_unavailable', `status ${status}`, {}]);
  expect(await refused(429, {}, { 'retry-after': '7' })).toEqual(['output_unavailable', 'status 429', { afterMs: 7000 }]);
  expect(await refused(499, { code: 'a_code', type: 'a.type' })).toEqual([
    'output_failed',
    'status 499 (a_code a.type)',
    undefined,
  ]);
  for (const odd of ['Your key sk-1', `a${'b'.repeat(61)}`, 'A', '_a', 5])
    expect(await refused(418, { code: odd, type: null })).toEqual(['output_failed', 'status 418', undefined]);
  for (const body of ['not JSON', '{"error":null}', '{}']) {
    give(body, 418);
    expect(await ask()).toEqual(['output_failed', 'status 418', undefined]);
  }
});

test('API-01 an answer that is too long, too late or cut off is told, and what may have been made all the same', async () => {
  const ask = (limits: { timeoutMs?: number; mostBytes?: number; until?: AbortSignal; at?: string } = {}) => {
    const { until = signal, at = baseUrl(), ...rest } = limits;
    return told(
      createAsker({ ...settings(), baseUrl: at })({
        path: '/make',
        body: {},
        timeoutMs: 5000,
        mostBytes: 10,
        signal: until,
        ...rest,
      }),
    );
  };
  give('"12345678"');
  expect([await ask(), await ask({ mostBytes: 9 })]).toEqual([
    '12345678',
    ['output_failed', 'the answer is too long', undefined],
  ]);
  give('not JSON');
  expect(await ask()).toEqual(['output_failed', 'no JSON', undefined]);
  answer = () => undefined;
  expect(await ask({ timeoutMs: 50 })).toEqual(['output_unconfirmed', 'no answer in time', undefined]);
  expect(await ask({ until: AbortSignal.timeout(50) })).toEqual(['cancelled', '', undefined]);
  answer = (response) => void response.destroy();
  expect(await ask()).toEqual(['output_unconfirmed', 'cut off', undefined]);
  // Nothing listens on the second port, and to the first one requests are not made at all.
  expect(await ask({ at: 'http://127.0.0.1:2' })).toEqual(['output_unavailable', '', {}]);
});

test('API-01 pictures are bytes or addresses, as many as were asked for', async () => {
  const maker = createImageMaker(settings());
  expect([maker.id, maker.priceUsd]).toEqual([`m-1 @ ${new URL(baseUrl()).host}`, 0.25]);
  const make = (data: unknown) => {
    give({ data });
    return told(maker.make('A tree', { count: 2, signal }));
  };
  const [base64, url] = [{ b64_json: 'AQI=' }, { url: 'https://a.example/1.png' }];
  expect(await make([{ ...base64, url: null }, url, base64])).toEqual([{ bytes: Buffer.from([1, 2]) }, url]);
  expect(asked[0]).toMatchObject({ path: 'POST /v1/images/generations', body: { model: 'm-1', prompt: 'A tree', n: 2 } });
  const shape = ['output_failed', 'not the shape of an answer', undefined];
  for (const odd of [
    [],
    null,
    'x',
    [{ url: 'ftp://a.example' }],
    [{ url: 'xhttp://a.example' }],
    [{ url: 'httpsx://a.example' }],
    [5],
  ])
    expect(await make(odd)).toEqual(shape);
  for (const empty of [{}, { b64_json: null, url: null }, { b64_json: '' }])
    expect(await make([empty])).toEqual(['output_failed', 'neither bytes nor an address', undefined]);
});

test('API-01 music is sung or played as asked, and a refusal comes with a good status', async () => {
  const maker = createMusicMaker(settings());
  expect([maker.id, maker.priceUsd]).toEqual([`m-1 @ ${new URL(baseUrl()).host}`, 0.25]);
  const make = (body: unknown, lyrics: string | null = null) => {
    give(body);
    return told(maker.make({ prompt: 'Calm', lyrics }, { signal }));
  };
  const done = (more: object) => ({ base_resp: { status_code: 0 }, ...more });
  expect(await make(done({ data: { audio: '0102' }, trace_id: 't1' }))).toEqual({ taskId: 't1', bytes: Buffer.from([1, 2]) });
  expect(await make(done({ data: { audio: '03' } }), 'La la')).toEqual({ taskId: '', bytes: Buffer.from([3]) });
  const usual = {
    model: 'm-1',
    prompt: 'Calm',
    output_format: 'hex',
    audio_setting: { sample_rate: 44_100, bitrate: 128_000, format: 'mp3' },
  };
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['POST /v1/music_generation', { ...usual, is_instrumental: true }],
    ['POST /v1/music_generation', { ...usual, lyrics: 'La la' }],
  ]);
  for (const silent of [{}, { data: null }, { data: {} }, { data: { audio: 'xy' } }])
    expect(await make(done(silent))).toEqual(['output_failed', 'no sound', undefined]);
  expect(await make({ data: { audio: '01' } })).toEqual(['output_failed', 'not the shape of an answer', undefined]);
  const codes = {
    1001: 'output_unconfirmed',
    1004: 'output_unauthorized',
    2049: 'output_unauthorized',
    1008: 'output_quota',
    1026: 'output_refused',
    1027: 'output_refused',
    7: 'output_failed',
  };
  for (const [code, expected] of Object.entries(codes))
    expect(await make({ base_resp: { status_code: Number(code) } })).toEqual([expected, `code ${code}`, undefined]);
  for (const code of [1002, 1039])
    expect(await make({ base_resp: { status_code: code } })).toEqual(['output_unavailable', `code ${code}`, {}]);
});

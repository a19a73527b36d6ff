/** What an administrator sees of the model, mail and programs of a server: of real work, and tested on the spot. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, openSession } from '#db/client.ts';
import { readEngines, readServerState, testEngine } from '#features/admin/server/engines.ts';
import { createHealthBook } from '#infra/engine-health/health-book.ts';
import { createLogger } from '#infra/logger/logger.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { type FakeLlm, pricedModel, startFakeLlm } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const canary = 'sk-canary-of-the-server';
const mailSecret = 'mail-password-canary';
let world: World;
let llm: FakeLlm;
let root: TestClient;

beforeAll(async () => {
  llm = await startFakeLlm();
  world = await startWorld({
    env: {
      ...pricedModel(llm),
      OPENAI_API_KEY: canary,
      // Nobody listens there.
      SMTP_URL: `smtp://gleaner:${mailSecret}@127.0.0.1:9`,
      VERIFY_EMAIL: 'false',
    },
  });
  root = world.client();
  await root.rpc.account.signUp.mutate({ email: 'root@example.org', password: 'correct horse battery', language: 'en' });
});
afterAll(async () => {
  await world.close();
  await llm.close();
});

async function query<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const session = await openSession(world.database, { applicationName: 'test' });
  try {
    return await session.query<Row>(statement, values);
  } finally {
    await session.close();
  }
}

type EngineId = Parameters<TestClient['rpc']['admin']['testEngine']['mutate']>[0]['engine'];
async function engine(id: EngineId) {
  const { engines } = await root.rpc.admin.engines.query();
  const found = engines.find((one) => one.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}
/** What is noted is written beside the work, which does not wait for it. */
const inState = (id: EngineId, state: string) =>
  waitFor(`${id} to be ${state}`, async () => {
    const found = await engine(id);
    return found.state === state ? found : undefined;
  });
const tested = (id: EngineId) => root.rpc.admin.testEngine.mutate({ engine: id });

test('ACC-01 real work and tests say whether an engine works, with the code of its latest failure and never a key', async () => {
  const nothing = { workedAt: null, failedAt: null, errorCode: null };
  expect((await root.rpc.admin.engines.query()).engines).toEqual([
    { id: 'model', name: expect.stringContaining('house-model'), state: 'unused', ...nothing },
    { id: 'speech', name: 'local', state: 'unused', ...nothing },
    { id: 'pages', name: null, state: 'off', ...nothing },
    { id: 'ytdlp', name: null, state: 'off', ...nothing },
    // Whoever signs up is sent a mail.
    expect.objectContaining({ id: 'mail', name: '127.0.0.1:9', workedAt: null }),
  ]);
  world.site.on('/oven', { body: articleHtml('The Oven') });
  await summarise(world.client(), `${world.site.url}/oven`);
  const worked = await inState('model', 'working');
  expect(Date.now() - Date.parse(worked.workedAt ?? '')).toBeLessThan(60_000);
  expect(worked.failedAt).toBeNull();

  llm.script(() => ({ status: 401, message: `wrong key ${canary}` }));
  expect(await tested('model')).toEqual({ errorCode: 'llm_unauthorized', ms: expect.any(Number) });
  const failing = await inState('model', 'failing');
  expect(failing).toMatchObject({ errorCode: 'llm_unauthorized', workedAt: worked.workedAt });
  expect((await engine('speech')).failedAt).toBeNull();
  llm.script(() => ({ text: 'OK' }));
  expect(await tested('model')).toMatchObject({ errorCode: null });
  expect(await inState('model', 'working')).toMatchObject({ errorCode: 'llm_unauthorized', failedAt: failing.failedAt });

  expect(await tested('mail')).toMatchObject({ errorCode: 'mail_failed' });
  expect(await inState('mail', 'failing')).toMatchObject({ workedAt: null, errorCode: 'mail_failed' });
  const said = JSON.stringify([await root.rpc.admin.engines.query(), await query('select * from engine_health')]);
  for (const secret of [canary, mailSecret]) {
    expect(said).not.toContain(secret);
    expect(world.server.output()).not.toContain(secret);
  }
});

test('ACC-01 the same outcome of an engine is noted once in a while, another one at once', async () => {
  // One connection writes one row after the other.
  const database = createDatabase(world.database, { max: 1, applicationName: 'test' });
  const book = createHealthBook({ db: database.db, logger: createLogger({ level: 'silent', format: 'json', secrets: [] }) });
  const rowOf = async (id: EngineId) => {
    // Whatever was noted before has been handed over by then, and is written first.
    await setImmediate();
    const [row] = await database.query<{ worked: boolean; failed: boolean; code: string | null }>(
      `select worked_at is not null as worked, failed_at is not null as failed, error_code as code from engine_health where engine = $1`,
      [id],
    );
    return row ?? null;
  };
  const forget = () => database.query(`delete from engine_health where engine in ('pages', 'ytdlp')`);
  book.failed('pages', new AppError('page_needs_browser'));
  expect(await rowOf('pages')).toBeNull();
  book.failed('pages', new AppError('busy'));
  expect(await rowOf('pages')).toEqual({ worked: false, failed: true, code: 'busy' });
  await forget();
  book.worked('ytdlp');
  book.failed('pages', new AppError('busy'));
  expect([await rowOf('pages'), await rowOf('ytdlp')]).toEqual([null, { worked: true, failed: false, code: null }]);
  book.failed('pages', new AppError('timed_out'));
  expect(await rowOf('pages')).toEqual({ worked: false, failed: true, code: 'timed_out' });
  book.worked('pages');
  expect(await rowOf('pages')).toEqual({ worked: true, failed: true, code: 'timed_out' });
  book.failed('pages', new AppError('busy'));
  expect(await rowOf('pages')).toMatchObject({ code: 'busy' });
  await forget();
  await database.close();
});

test('ACC-01 the queue, workers and disk are told, and a test of what is not set up or one too many is refused', async () => {
  const { server } = await root.rpc.admin.engines.query();
  expect(server).toMatchObject({ workers: true, storage: true, queued: 0, running: 0 });
  expect(server.roomBytes).toBeGreaterThan(0);
  await query(`insert into tasks (kind, key, payload, state, start_after) values
    ('article', 'later', '{}', 'queued', now() + interval '1 day')`);
  expect((await root.rpc.admin.engines.query()).server).toMatchObject({ queued: 1, running: 0 });
  await query(`delete from tasks where key = 'later'`);

  const refusal = (id: EngineId) => tested(id).then(() => null, codeOf);
  expect(await refusal('pages')).toBe('not_found');
  expect(await tested('mail')).toMatchObject({ errorCode: 'mail_failed' });
  await query(`update rate_limits set taken = 30 where key like 'engine-tests:%'`);
  expect(await refusal('mail')).toBe('too_many_attempts');
});

test('ACC-01 an engine is what it last was, under its name, and is tested by the path of its work', async () => {
  const database = createDatabase(world.database, { max: 2, applicationName: 'test' });
  const { db } = database;
  const asked: unknown[] = [];
  const { signal } = new AbortController();
  let fault: unknown = null;
  let deaf = false;
  const answer = async (...all: unknown[]) => {
    asked.push(all);
    if (fault !== null) throw fault;
  };
  const whole = {
    db,
    llm: {
      id: 'house',
      async *stream(request: object) {
        await answer('stream', request);
        yield { type: 'reasoning', text: '' };
        yield { type: 'text', text: 'OK' };
        throw new Error('read on');
      },
    },
    speech: {
      engineFor: async (language: string) => {
        await answer('engineFor', language);
        return {
          async recognise(piece: { pcm: Uint8Array }, how: object) {
            await answer('recognise', piece.pcm.length, how);
            if (deaf) throw new AppError('speech_failed');
          },
        };
      },
    },
    renderPage: (url: string) => answer('renderPage', url),
    ytDlp: {
      async version() {
        await answer('version');
        return '2026.01.01';
      },
    },
    mailer: { host: 'mail.example', check: () => answer('check') },
    settings: { speech: { service: 'whisper.example' } },
  } as unknown as Services;
  const bare = {
    ...{ ...whole, llm: null, speech: null, renderPage: null, mailer: { host: null } },
    ytDlp: { version: () => Promise.reject(new Error('none')) },
  } as unknown as Services;
  const localSpeech = { ...whole, settings: { speech: { service: null } } } as unknown as Services;
  await query('delete from engine_health');
  await query(`insert into engine_health (engine, worked_at, failed_at, error_code) values
    ('model', '2026-01-02', '2026-01-02', 'llm_timed_out'), ('speech', '2026-01-02', '2026-01-03', 'timed_out'),
    ('pages', null, '2026-01-01', 'of an earlier version'), ('mail', '2026-01-01', null, null)`);
  const at = (n: number) => `2026-01-0${n}T00:00:00.000Z`;
  expect(await readEngines(whole)).toEqual([
    { id: 'model', name: 'house', state: 'working', workedAt: at(2), failedAt: at(2), errorCode: 'llm_timed_out' },
    { id: 'speech', name: 'whisper.example', state: 'failing', workedAt: at(2), failedAt: at(3), errorCode: 'timed_out' },
    { id: 'pages', name: 'Chromium', state: 'failing', workedAt: null, failedAt: at(1), errorCode: null },
    { id: 'ytdlp', name: 'yt-dlp 2026.01.01', state: 'unused', workedAt: null, failedAt: null, errorCode: null },
    { id: 'mail', name: 'mail.example', state: 'working', workedAt: at(1), failedAt: null, errorCode: null },
  ]);
  expect((await readEngines(bare)).map(({ name, state }) => [name, state])).toEqual([
    ...[
      [null, 'off'],
      [null, 'off'],
      [null, 'off'],
      [null, 'off'],
    ],
    ['folder', 'working'],
  ]);
  expect((await readEngines(localSpeech))[1]?.name).toBe('local');

  asked.length = 0;
  const tried = (engine: EngineId, by = whole, until = signal) =>
    testEngine(by, { engine, userId: 'tester', signal: until }).then(({ errorCode }) => errorCode, codeOf);
  for (const engine of ['model', 'speech', 'pages', 'ytdlp', 'mail'] as const) expect(await tried(engine), engine).toBeNull();
  const anySignal = expect.any(AbortSignal);
  expect(asked).toEqual([
    ['stream', { instructions: 'Answer with OK.', prompt: 'OK?', maxOutputTokens: 16, signal: anySignal }],
    ['engineFor', 'en'],
    ['recognise', 32_000, { language: 'en', prompt: '', signal: anySignal }],
    ['renderPage', 'https://example.com/'],
    // Whether it is there, and then the test itself.
    ...[['version'], ['version']],
    ['check'],
  ]);
  for (const engine of ['model', 'speech', 'pages', 'ytdlp'] as const)
    await expect(testEngine(bare, { engine, userId: 'tester', signal }), engine).rejects.toMatchObject({ code: 'not_found' });
  const begun = performance.now();
  const { ms } = await testEngine(whole, { engine: 'mail', userId: 'another', signal });
  expect(ms).toBeLessThanOrEqual(performance.now() - begun + 1);
  // What was not set up is no try.
  expect(await query(`select taken from rate_limits where key = 'engine-tests:tester'`)).toEqual([{ taken: 5 }]);
  deaf = true;
  expect(await tried('speech')).toBe('speech_failed');
  fault = new AppError('llm_unauthorized');
  expect(await tried('model')).toBe('llm_unauthorized');
  fault = new TypeError('a fault of ours');
  expect([await tried('pages'), await tried('mail')]).toEqual(['internal', 'internal']);
  expect(await tried('pages', whole, AbortSignal.abort())).toBe('timed_out');
  // Broken off by nobody here: to a browser that is a fault of its own.
  fault = new DOMException('broken off', 'AbortError');
  expect([await tried('pages'), await tried('mail')]).toEqual(['internal', 'cancelled']);
  fault = new AppError('cancelled');
  expect(await tried('pages')).toBe('cancelled');
  expect(await tried('pages', whole, AbortSignal.abort())).toBe('timed_out');
  await query(`update rate_limits set taken = 30 where key = 'engine-tests:tester'`);
  const refused = testEngine(whole, { engine: 'mail', userId: 'tester', signal });
  const wait = { params: { minutes: 60 }, retry: { afterMs: expect.any(Number) } };
  await expect(refused).rejects.toMatchObject({ code: 'too_many_attempts', ...wait });

  await query(`insert into tasks (kind, key, payload, state, start_after) select 'article', state || n, '{}', state, now() + interval '1 day'
    from unnest(array['queued', 'queued', 'running', 'completed', 'failed']) with ordinality one (state, n)`);
  const disk = { state: async () => 'low', roomBytes: async () => -5 };
  const state = (check: () => Promise<void>) => readServerState({ ...whole, disk, blobs: { check } } as unknown as Services);
  expect(await state(async () => undefined)).toEqual({
    ...{ workers: true, storage: true, space: 'low', roomBytes: 0, queued: 2, running: 1 },
  });
  await query(`delete from tasks where kind = 'article'`);
  expect(await state(() => Promise.reject(new Error('full')))).toMatchObject({ storage: false, queued: 0, running: 0 });
  await database.close();
});

/** What an administrator sees of the model, mail and programs of a server: of real work, and tested on the spot. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, openSession } from '#db/client.ts';
import { createHealthBook } from '#infra/engine-health/health-book.ts';
import { createLogger } from '#infra/logger/logger.ts';
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

/** What becomes of a job after each end of its handler: what is said to the queue, put back and written down. */
import { setImmediate } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#infra/logger/logger.ts';
import { AppError, DatabaseLost } from '#lib/app-error.ts';
import type { JobContext, JobDefinition, JobHandler } from './job.ts';
import { createRunner } from './runner.ts';

type Line = { level: number; msg: string } & Record<string, unknown>;
let lines: Line[] = [];
/** `[name, id, attempt, delay]` of jobs that were put back; so many tries fail before. */
let putBack: unknown[][] = [];
let losses = 0;
const logger = createLogger({
  level: 'debug',
  format: 'json',
  secrets: [],
  write: (line) => lines.push(JSON.parse(line) as Line),
});
const boss = {
  getDb: () => ({
    executeSql: async (_text: string, values: unknown[]) => {
      if (losses-- > 0) throw new DatabaseLost('away');
      putBack.push(values);
    },
  }),
} as unknown as PgBoss;
beforeEach(() => {
  [lines, putBack, losses] = [[], [], 0];
});

const job: JobDefinition<unknown> = {
  name: 'test.work',
  version: 2,
  payload: z.object({ of: z.string() }),
  retryLimit: 3,
  expireInSeconds: 60,
};
type Found = Partial<JobWithMetadata<unknown>>;
const foundAt = (ageMs = 0, values: Found = {}) =>
  ({
    ...{ id: 'one', name: job.name, data: { v: 2, p: { of: 'x' } }, retryCount: 1, retryLimit: 3, expireInSeconds: 60 },
    ...{ startedOn: new Date(), createdOn: new Date(Date.now() - ageMs), signal: new AbortController().signal, ...values },
  }) as unknown as JobWithMetadata<unknown>;

type Work = (payload: unknown, context: JobContext) => unknown;
async function settle(work: Work, found = foundAt(), definition = job) {
  const runner = createRunner({ boss, logger });
  const answer = await runner.run(definition, { run: async (...all) => void (await work(...all)) }, found);
  expect(runner.running()).toBe(0);
  return answer;
}
const failWith = (error: unknown) => () => Promise.reject(error);
const said = () => lines.map(({ level, msg }) => [level, msg]);
const [debug, info, warn, error] = [20, 30, 40, 50];

test('a job that is done is completed, and the handler is told what it needs', async () => {
  let given: unknown[] = [];
  const work: Work = (...all) => {
    given = all;
  };
  expect(await settle(work)).toEqual({ id: 'one', status: 'completed' });
  expect(given).toEqual([{ of: 'x' }, expect.objectContaining({ jobId: 'one', attempt: 1, isLastAttempt: false })]);
  expect(lines).toMatchObject([
    { level: info, msg: 'job done', job: 'test.work', jobId: 'one', attempt: 1, ms: expect.any(Number) },
  ]);
  await settle(work, foundAt(0, { retryCount: 3 }));
  expect(given[1]).toMatchObject({ attempt: 3, isLastAttempt: true });
  lines = [];
  await settle(work, foundAt(), { ...job, cron: { schedule: '* * * * *', payload: {} } });
  expect([said(), putBack]).toEqual([[[debug, 'job done']], []]);
});

test('a job whose payload cannot be read is given up before it begins', async () => {
  let begun = 0;
  for (const data of [null, { v: 2 }, { p: { of: 'x' } }, { v: 1, p: { of: 'x' } }, { v: 2, p: { of: 5 } }])
    expect(await settle(() => begun++, foundAt(0, { data }))).toEqual({
      id: 'one',
      status: 'deadletter',
      output: { code: 'bad_request' },
    });
  expect([begun, putBack]).toEqual([0, []]);
  expect(lines.map(({ level, problem }) => [level, problem])).toEqual([
    ...[
      [error, 'no envelope'],
      [error, 'no envelope'],
      [error, 'no envelope'],
      [error, 'version 1, expected 2'],
      [error, 'of'],
    ],
  ]);
});

test('a job that puts itself off is put back as it was, however often', async () => {
  const putOff = (afterMs: number) => settle((_payload, context) => context.putOff(afterMs), foundAt(3_600_000));
  for (const afterMs of [5000, 0, -3]) expect(await putOff(afterMs)).toEqual({ id: 'one', status: 'failed' });
  expect(putBack).toEqual([5000, 0, 0].map((ms) => ['test.work', 'one', 1, ms]));
  expect(said()).toEqual(Array(3).fill([debug, 'job put off by its handler']));
});

test('a failure that says when to come back waits as long, until it has waited long enough', async () => {
  const later = (afterMs: number) => failWith(new AppError('llm_rate_limited', { retry: { afterMs } }));
  const postponed = { id: 'one', status: 'failed' };
  expect([await settle(later(7000)), await settle(later(3))]).toEqual([postponed, postponed]);
  expect(putBack.splice(0).map((values) => values[3])).toEqual([7000, 1000]);
  expect(lines.splice(0)).toMatchObject(Array(2).fill({ level: info, msg: 'job put off', code: 'llm_rate_limited' }));
  const minutes = 60_000;
  const failed = { ...postponed, output: { code: 'llm_rate_limited' } };
  expect([
    await settle(later(2 * minutes), foundAt(17 * minutes)),
    await settle(later(2 * minutes), foundAt(19 * minutes)),
  ]).toEqual([postponed, failed]);
  const patient = { ...job, postponeLimitSeconds: 3600 };
  expect([
    await settle(later(2 * minutes), foundAt(57 * minutes), patient),
    await settle(later(2 * minutes), foundAt(59 * minutes), patient),
  ]).toEqual([...[postponed, failed]]);
  expect(putBack).toHaveLength(2);
});

test('a failure uses up an attempt where another may help, and ends the job where none does', async () => {
  const ends = async (problem: unknown, values: Found = {}) => {
    lines = [];
    const { status, output } = await settle(failWith(problem), foundAt(0, values));
    return [status, output, lines[0]?.last];
  };
  expect(await ends(new AppError('llm_unavailable', { retry: {} }))).toEqual(['failed', { code: 'llm_unavailable' }, false]);
  expect(await ends(new AppError('busy'))).toEqual(['failed', { code: 'busy' }, false]);
  expect(await ends(new AppError('not_found'))).toEqual(['deadletter', { code: 'not_found' }, true]);
  expect(await ends(new TypeError('a fault'))).toEqual(['failed', { code: 'internal' }, false]);
  expect(await ends(new TypeError('a fault'), { retryCount: 3 })).toEqual(['failed', { code: 'internal' }, true]);
  expect(lines).toMatchObject([{ level: warn, msg: 'job failed', err: { message: expect.stringContaining('a fault') } }]);
  expect(putBack).toEqual([]);
});

test('a job that lost the database is put back once it answers, and after a while counts as failed', async () => {
  expect(await settle(failWith(new DatabaseLost('away')))).toEqual({ id: 'one', status: 'failed' });
  expect(putBack).toEqual([['test.work', 'one', 1, 500]]);
  expect(said()).toEqual([[info, 'the database was lost; job is put back']]);
  expect(await settle(failWith(new DatabaseLost('away')), foundAt(21 * 60_000))).toMatchObject({
    output: { code: 'database_unavailable' },
  });
  expect(putBack).toHaveLength(1);
});

/** A handler that ends when it is told to. */
const obedient: JobHandler<unknown> = {
  run: (_payload, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
};

test('a job that is cancelled is left as it is, and one of a process that stops is put back', async () => {
  const runner = createRunner({ boss, logger });
  const other = { ...job, name: 'test.other' };
  const running = [
    runner.run(job, obedient, foundAt()),
    runner.run(other, obedient, foundAt(0, { id: 'two', name: 'test.other' })),
  ];
  expect([runner.running(), runner.running('test.work'), runner.running('none')]).toEqual([2, 1, 0]);
  runner.cancel('none');
  runner.cancel('one');
  expect(await running[0]).toEqual({ id: 'one', status: 'failed' });
  expect([said(), putBack, runner.running()]).toEqual([[[info, 'job cancelled']], [], 1]);
  lines = [];
  await runner.drain(0);
  expect(await running[1]).toEqual({ id: 'two', status: 'failed' });
  expect(putBack[0]).toEqual(['test.other', 'two', 1, 0]);
  expect(lines.map(({ msg }) => msg)).toContain('job put back, this process is shutting down');
});

test('a process that stops waits for what ends by itself, and puts back what does not end', async () => {
  const runner = createRunner({ boss, logger });
  let end = () => {};
  const ending = runner.run(
    job,
    {
      run: () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    },
    foundAt(),
  );
  const drained = runner.drain(60_000);
  await setImmediate();
  end();
  await drained;
  expect([await ending, putBack]).toEqual([{ id: 'one', status: 'completed' }, []]);
  void runner.run(job, { run: () => new Promise(() => {}) }, foundAt(0, { id: 'deaf' }));
  lines = [];
  await runner.drain(0);
  expect([putBack, said()]).toEqual([[['test.work', 'deaf', 1, 0]], [[warn, 'job did not end when asked to; put back']]]);
  losses = 1;
  lines = [];
  await runner.drain(0);
  expect(lines.at(-1)).toMatchObject({ level: warn, msg: 'job not put back', jobId: 'deaf' });
});

test('a job that is given up is told of once, as its handler wants', async () => {
  const dead: unknown[] = [];
  const runner = createRunner({ boss, logger });
  const onDead: JobHandler<unknown>['onDead'] = async (payload, { jobId, error: { code } }) =>
    void dead.push([payload, jobId, code]);
  runner.register(job, { run: async () => undefined, onDead });
  runner.register({ ...job, name: 'test.silent' }, { run: async () => undefined });
  const end = (values: object) => runner.runDead(foundAt(0, { id: 'end', sourceName: job.name, ...values } as Found));
  const completed = { id: 'end', status: 'completed' };
  expect(await end({ sourceRootId: 'root', sourceOutput: { code: 'not_found' } })).toEqual(completed);
  expect(await end({ sourceOutput: null })).toEqual(completed);
  for (const values of [
    { sourceName: 'test.none' },
    { sourceName: undefined },
    { sourceName: 'test.silent' },
    { data: { v: 1, p: {} } },
  ])
    expect(await end(values)).toEqual(completed);
  expect(dead).toEqual([
    [{ of: 'x' }, 'root', 'not_found'],
    [{ of: 'x' }, 'end', 'internal'],
  ]);
});

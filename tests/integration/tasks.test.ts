/** Durable work of any kind on a real PostgreSQL: one at a time per key, watched, cancelled, killed, and counted once. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { connectionUrl, createDatabase, type DatabaseClient } from '#db/client.ts';
import { tidyTasks } from '#infra/tasks/tidy-tasks.ts';
import { AppError } from '#lib/app-error.ts';
import type { TaskEvent } from '#lib/task-event.ts';
import { applyTaskEvent, emptyTaskView } from '#lib/task-view.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { compileCache } from '../harness/http/server.ts';
import { programOf } from '../harness/processes/server-programs.ts';
import {
  otherTask,
  prepareTaskTests,
  startTaskProcess,
  startWork,
  type TaskProcess,
  workTask,
} from '../harness/processes/task-kinds.ts';
import { waitFor } from '../harness/wait.ts';

/** `STOPPED_WORKERS=100` takes as many. */
const stoppedWorkers = Number(process.env.STOPPED_WORKERS ?? 1);

type Run = Parameters<typeof startTaskProcess>[1]['run'];

// On one of the two PostgreSQLs: the system's where there is one, since most files run on the packaged one.
describe.each(inject('clusters').slice(-1))('tasks on $name', ({ connection: cluster }) => {
  let database: TestDatabase;
  let admin: DatabaseClient;
  const stops: (() => Promise<void> | void)[] = [];

  beforeEach(async () => {
    database = await cloneDatabase(cluster);
    admin = createDatabase(database.connection, { max: 2, applicationName: 'test-admin' });
    await prepareTaskTests(admin);
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
    await admin.close();
    await database.drop();
  });

  async function serve(run: Run, options: { works?: boolean } = {}): Promise<TaskProcess> {
    const served = await startTaskProcess(database.connection, { run, ...options });
    stops.push(() => served.stop());
    return served;
  }

  /** A worker in a process of its own, with the lines it has said. */
  async function spawnWorker() {
    const child = spawn(process.execPath, [programOf('task-worker'), connectionUrl(database.connection)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
    });
    const said: string[] = [];
    child.stdout.on('data', (text: Buffer) => said.push(...text.toString().trim().split('\n')));
    stops.push(() => void child.kill('SIGKILL'));
    await says('working');
    function says(line: string): Promise<true> {
      return waitFor(`a worker that says ${line}`, () => (said.includes(line) ? true : undefined));
    }
    return { child, says };
  }

  async function rowOf(id: string) {
    const [row] = await admin.query<{
      state: string;
      lost: number;
      attempts: number;
      error_code: string | null;
      started_at: Date | null;
      usage: unknown;
    }>('select * from tasks where id = $1', [id]);
    return row;
  }

  const inState = (id: string, state: string) =>
    waitFor(`a task that is ${state}`, async () => ((await rowOf(id))?.state === state ? true : undefined));

  async function meteredCalls(id: string): Promise<string[]> {
    const rows = await admin.query<{ call: string }>('select call from metered where task_id = $1', [id]);
    return rows.map(({ call }) => call).sort();
  }

  const store =
    (text: string): Run =>
    (_payload, context) =>
      context.complete(async (tx) => {
        await tx.execute(`insert into results (task_id, text) values ('${context.task.id}', '${text}')`);
      });

  test('users and subjects each get their own result', async () => {
    const served = await serve(({ name }, context) => store(`${context.task.userId}:${name}`)({ name }, context));
    const asked = [
      { userId: 'ada', name: 'one' },
      { userId: 'ada', name: 'two' },
      { userId: 'bob', name: 'one' },
    ];
    for (const { userId, name } of asked) {
      const { id } = await startWork(served, { userId, name, key: `${userId}:${name}` });
      await inState(id, 'completed');
      expect(await admin.query('select text from results where task_id = $1', [id])).toEqual([{ text: `${userId}:${name}` }]);
      expect(await served.tasks.latest(admin.db, workTask, `${userId}:${name}`)).toMatchObject({ id, userId });
    }
    expect(await served.tasks.latest(admin.db, otherTask, 'ada:one')).toBeNull();
  });

  test('a second start of the same kind and key joins the task in flight', async () => {
    const idle = await serve(async () => undefined, { works: false });
    const starts = await Promise.all([1, 2, 3].map(() => startWork(idle, { name: 'same', key: 'k' })));
    expect(new Set(starts.map(({ id }) => id)).size).toBe(1);
    expect(starts.filter(({ started }) => started)).toHaveLength(1);
    const [first] = starts;
    expect(await meteredCalls(first?.id ?? '')).toEqual(['reserve']);
    const other = await admin.db.transaction((tx) =>
      idle.tasks.start(tx, otherTask, { key: 'k', userId: 'ada', payload: { name: 'other kind' } }),
    );
    expect(other.started).toBe(true);
    await admin.db.transaction((tx) => idle.tasks.cancel(tx, first?.id ?? ''));
    expect((await startWork(idle, { name: 'same', key: 'k' })).started).toBe(true);
  });

  test('a start leaves nothing when it is rolled back or refused', async () => {
    const idle = await serve(async () => undefined, { works: false });
    await expect(startWork(idle, { name: 'poor', userId: 'broke' })).rejects.toMatchObject({ code: 'too_many_answers' });
    await expect(
      idle.client.db.transaction(async (tx) => {
        await idle.tasks.start(tx, workTask, { key: 'k', userId: 'ada', payload: { name: 'undone' } });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await admin.query('select id from tasks')).toEqual([]);
    expect(await admin.query('select task_id from metered')).toEqual([]);
    expect(await admin.query("select id from pgboss.job where name like 'tasks.%' and name <> 'tasks.tidy'")).toEqual([]);
    expect(await idle.tasks.estimate({ kind: 'test-work', price: 'question', userId: 'broke' })).toMatchObject({
      refusal: { code: 'too_many_answers' },
    });
  });

  test('a killed worker’s task goes on from its checkpoints in another process', async () => {
    const doomed = await spawnWorker();
    const starter = await serve(async () => undefined, { works: false });
    const { id } = await startWork(starter, { name: 'survivor' });
    await doomed.says('begun survivor');
    doomed.child.kill('SIGKILL');
    const found: unknown[] = [];
    await serve(async (payload, context) => {
      found.push(Object.fromEntries(context.checkpoints));
      await store('second worker')(payload, context);
    });
    // As if its silence had been noticed.
    await admin.query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
    await inState(id, 'completed');
    expect(found).toEqual([{ first: 'survivor' }]);
    expect(await rowOf(id)).toMatchObject({ lost: 1, attempts: 0, usage: { calls: 1, userId: 'ada', completed: true } });
    expect(await meteredCalls(id)).toEqual(['commit', 'reserve']);
  });

  test('a task that takes worker after worker with it is ended', async () => {
    let runs = 0;
    const idle = await serve(async () => undefined, { works: false });
    const { id } = await startWork(idle, { name: 'poison' });
    await admin.query('update tasks set lost = 6, holder = gen_random_uuid() where id = $1', [id]);
    await serve(async () => void runs++);
    await inState(id, 'failed');
    expect(runs).toBe(0);
    expect(await rowOf(id)).toMatchObject({ error_code: 'internal', lost: 7 });
    expect(await admin.query('select state from settled where task_id = $1', [id])).toEqual([{ state: 'failed' }]);
  });

  test('a worker that lost its lease stores nothing and stops', async () => {
    const seen: unknown[] = [];
    const served = await serve(async (payload, context) => {
      // Another worker claims it meanwhile.
      await admin.query('update tasks set lease = lease + 1 where id = $1', [context.task.id]);
      await context.write(async () => seen.push('written')).catch((error: unknown) => seen.push(error));
      seen.push(context.signal.aborted);
      await store('late')(payload, context);
    });
    const { id } = await startWork(served, { name: 'fenced' });
    await waitFor('the late worker', () => (seen.length === 2 ? true : undefined));
    await served.queue.stop(2000);
    expect(seen).toEqual([expect.objectContaining({ code: 'cancelled' }), true]);
    expect(await admin.query('select text from results where task_id = $1', [id])).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: 'running', error_code: null, attempts: 0 });
  });

  test('a worker that was stopped until another one had done its work stores nothing when it goes on', async () => {
    const stopped = await spawnWorker();
    const starter = await serve(async () => undefined, { works: false });
    for (let round = 0; round < stoppedWorkers; round++) {
      const { id } = await startWork(starter, { name: `late ${round}` });
      await stopped.says(`begun late ${round}`);
      stopped.child.kill('SIGSTOP');
      await admin.query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
      const other = await startTaskProcess(database.connection, { run: store('another worker') });
      await inState(id, 'completed');
      await other.stop();
      const rows = () =>
        admin.query(
          `select (select text from results where task_id = $1) as text, to_jsonb(task) as task,
            (select count(*)::int from task_events where task_id = $1) as events from tasks task where id = $1`,
          [id],
        );
      const before = await rows();
      stopped.child.kill('SIGCONT');
      await stopped.says(`late ${round} refused`);
      expect(await rows()).toEqual(before);
      expect(before).toMatchObject([{ text: 'another worker' }]);
      expect(await meteredCalls(id)).toEqual(['commit', 'reserve']);
    }
  });

  test('a worker that lost its lease hears of it when it tells of its work', async () => {
    const seen: unknown[] = [];
    const served = await serve(async (_payload, context) => {
      context.stage('writing', 10, 'first');
      await context.flush();
      await admin.query('update tasks set lease = lease + 1 where id = $1', [context.task.id]);
      seen.push(context.signal.aborted);
      context.stage('writing', 20, 'second');
      await context.flush();
      seen.push(context.signal.aborted);
    });
    const { id } = await startWork(served, { name: 'fenced' });
    await waitFor('the late worker', () => (seen.length === 2 ? true : undefined));
    expect(seen).toEqual([false, true]);
    expect((await served.tasks.read(admin.db, id))?.progress).toMatchObject({ code: 'first', percent: 10 });
    const events = await admin.query<{ code: string }>("select event ->> 'code' as code from task_events where task_id = $1", [
      id,
    ]);
    expect(events).toEqual([{ code: 'first' }]);
  });

  test('cancelling stops the handler at once in whichever process it is', async () => {
    const worker = await spawnWorker();
    const web = await serve(async () => undefined, { works: false });
    const kept = await startWork(web, { name: 'kept', userId: 'bob' });
    const { id } = await startWork(web, { name: 'unwanted' });
    await worker.says('begun kept');
    await worker.says('begun unwanted');
    expect(await web.tasks.readDraft(admin.db, id)).toBe('a beginning');
    expect(await web.client.db.transaction((tx) => web.tasks.cancel(tx, id))).toBe('cancelled');
    await worker.says('aborted unwanted');
    expect(await web.client.db.transaction((tx) => web.tasks.cancel(tx, id))).toBe('cancelled');
    expect(await admin.query('select state from settled where task_id = $1', [id])).toEqual([{ state: 'cancelled' }]);
    expect(await meteredCalls(id)).toEqual(['commit', 'reserve']);
    expect((await rowOf(kept.id))?.state).toBe('running');
    await web.client.db.transaction((tx) => web.tasks.cancelAll(tx, { userId: 'bob' }));
    await worker.says('aborted kept');
  });

  test('cancelling what is about one content, or of one user, leaves that of others alone', async () => {
    const idle = await serve(async () => undefined, { works: false });
    const [source] = await admin.query<{ id: string }>(
      "insert into sources (key, url) values ('url:a', 'https://a.example/') returning id",
    );
    const begun: { id: string; contentId: string }[] = [];
    for (const userId of ['ada', 'bob', 'ada']) {
      const [content] = await admin.query<{ id: string }>(
        `insert into contents (user_id, source_id, content_type, title, note_language, status)
         values ($1, $2, 'online', 'A', 'en', 'completed') on conflict do nothing returning id`,
        [userId, source?.id],
      );
      const contentId = content?.id;
      const task = { key: randomUUID(), userId, payload: { name: 'about' }, ...(contentId ? { contentId } : {}) };
      const { id } = await idle.client.db.transaction((tx) => idle.tasks.start(tx, workTask, task));
      begun.push({ id, contentId: contentId ?? '' });
    }
    const [first, bobs, general] = begun;
    await expect(
      idle.client.db.transaction((tx) =>
        idle.tasks.start(tx, otherTask, {
          key: 'k',
          userId: 'ada',
          contentId: bobs?.contentId ?? '',
          payload: { name: 'not hers' },
        }),
      ),
    ).rejects.toThrow();
    await idle.client.db.transaction((tx) => idle.tasks.cancelAll(tx, { userId: 'ada', contentId: first?.contentId ?? '' }));
    const states = () => Promise.all([first, bobs, general].map(async (task) => (await rowOf(task?.id ?? ''))?.state));
    expect(await states()).toEqual(['cancelled', 'queued', 'queued']);
    await idle.client.db.transaction((tx) => idle.tasks.cancelAll(tx, { userId: 'ada' }));
    expect(await states()).toEqual(['cancelled', 'queued', 'cancelled']);
    await admin.query('delete from contents where id = $1', [bobs?.contentId]);
    expect(await rowOf(bobs?.id ?? '')).toBeUndefined();
  });

  test('a stream that is taken up anywhere ends as one that was never cut', async () => {
    const served = await serve(async (payload, context) => {
      context.stage('writing', 10, 'first');
      for (const text of ['一', '一二', '一二三', 'anew']) {
        context.draft(text);
        await context.flush();
      }
      context.stage('writing', 90, 'last', { done: 3 });
      await store('told')(payload, context);
    });
    const { id } = await startWork(served, { name: 'told' });
    const follow = async (lastEventId: number) => {
      const told: { id: number; event: TaskEvent }[] = [];
      const { signal } = new AbortController();
      const find = async () => new Map([[id, null]]);
      for await (const one of served.tasks.watch({ find, lastEventId, drafts: true, once: true, signal })) told.push(one);
      return told;
    };
    const live = await follow(0);
    expect(live.map(({ id: number }) => number)).toEqual(live.map(({ id: number }) => number).toSorted((a, b) => a - b));
    const fold = (told: { event: TaskEvent }[]) => told.map(({ event }) => event).reduce(applyTaskEvent, emptyTaskView);
    expect(fold(live)).toMatchObject({
      phase: 'completed',
      draft: 'anew',
      stage: { percent: 90, code: 'last', params: { done: 3 } },
    });
    for (let cut = 0; cut < live.length; cut++) {
      const rest = await follow(live[cut]?.id ?? 0);
      if (cut < live.length - 1) expect(rest).toEqual(live.slice(cut + 1));
      expect(fold([...live.slice(0, cut + 1), ...rest])).toEqual(fold(live));
    }
    expect((await follow(live.at(-1)?.id ?? 0)).map(({ event }) => event.type)).toEqual(['completed']);
    expect((await served.tasks.read(admin.db, id))?.progress).toMatchObject({ percent: 90, code: 'last', params: { done: 3 } });
    const silent = await follow(0);
    expect(silent.map(({ event }) => event.type)).toContain('partial');
  });

  test('a task whose events are gone ends for those who watch as its row says, and a deleted one as cancelled', async () => {
    const served = await serve(async () => undefined, { works: false });
    const { id: waiting } = await startWork(served, { name: 'waiting' });
    const { id } = await startWork(served, { name: 'told' });
    const endOf = async (values: string) => {
      await admin.query(`update tasks set ${values} where id = $1`, [id]);
      const { signal } = new AbortController();
      const about = [
        [waiting, 'waiting'],
        [id, 'mine'],
      ] as const;
      const find = async () => new Map(about);
      const told: unknown[] = [];
      const request = { find, lastEventId: 7, drafts: false, once: true, signal };
      for await (const one of served.tasks.watch(request)) told.push(one);
      return told;
    };
    const times = "started_at = '2026-03-01T12:00:00Z', finished_at = '2026-03-01T12:00:03Z'";
    const about = { id: 7, taskId: id, about: 'mine' };
    expect(await endOf("state = 'cancelled', started_at = null, finished_at = now()")).toEqual([
      { ...about, event: { type: 'cancelled', elapsedMs: 0 } },
    ]);
    expect(await endOf(`state = 'completed', ${times}`)).toEqual([{ ...about, event: { type: 'completed', elapsedMs: 3000 } }]);
    const failed = { type: 'failed', elapsedMs: 3000 };
    expect(await endOf(`state = 'failed', error_code = 'too_many_answers', error_params = '{"most": 3}'`)).toEqual([
      { ...about, event: { ...failed, code: 'too_many_answers', params: { most: 3 } } },
    ]);
    expect(await endOf("error_code = 'of an earlier version', error_params = null")).toEqual([
      { ...about, event: { ...failed, code: 'internal', params: {} } },
    ]);
    await admin.query('delete from tasks where id = $1', [id]);
    expect(await endOf('kind = kind')).toEqual([{ ...about, event: { type: 'cancelled', elapsedMs: 0 } }]);
  });

  test('who watches the work of a user hears of what is begun later, without drafts where none are wanted', async () => {
    const told: string[] = [];
    const served = await serve(async (payload, context) => {
      context.stage('writing', 10, 'first');
      context.draft('a beginning');
      await context.flush();
      const { userId } = context.task;
      if (userId === 'ada') await waitFor('a watcher', () => told.includes(`${payload.name} stage`) || undefined);
      await store('done')(payload, context);
    });
    const find = async () => {
      const rows = await admin.query<{ id: string; name: string }>(
        "select id, payload ->> 'name' as name from tasks where user_id = 'ada' and state in ('queued', 'running')",
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    };
    const stop = new AbortController();
    const watching = (async () => {
      const request = { find, userId: 'ada', lastEventId: 0, drafts: false, once: false, signal: stop.signal };
      for await (const { about, event } of served.tasks.watch(request)) told.push(`${about} ${event.type}`);
    })();
    const bobs = await startWork(served, { name: 'not hers', userId: 'bob' });
    await inState(bobs.id, 'completed');
    for (const name of ['one', 'two']) {
      await startWork(served, { name, userId: 'ada' });
      await waitFor(`the end of ${name}`, () => (told.includes(`${name} completed`) ? true : undefined));
    }
    stop.abort();
    await watching;
    expect(told).toEqual(['one stage', 'one completed', 'two stage', 'two completed']);
  });

  test('a loss of the database counts neither as an attempt nor as a lost worker', async () => {
    let runs = 0;
    const served = await serve(async (payload, context) => {
      runs++;
      if (runs <= 7) {
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'gleaner'",
        );
        await Promise.all([1, 2, 3, 4, 5, 6].map(() => context.write((tx) => tx.execute('select 1'))));
        throw new AppError('database_unavailable');
      }
      await store('after all')(payload, context);
    });
    const { id } = await startWork(served, { name: 'patient' });
    await inState(id, 'completed');
    // That many lost workers would have ended it.
    expect(runs).toBe(8);
    expect(await rowOf(id)).toMatchObject({ lost: 0, attempts: 0 });
  });

  test('a passing failure spends an attempt, a provider’s pause does not, a useless one ends the task', async () => {
    const errors = new Map<string, AppError[]>([
      ['passing', [new AppError('timed_out')]],
      ['paused', [10, 1001].map((afterMs) => new AppError('llm_rate_limited', { retry: { afterMs } }))],
      ['twice', [new AppError('internal'), new AppError('internal')]],
      ['useless', [new AppError('llm_refused', { params: { why: 'no' } })]],
    ]);
    const served = await serve(async (payload, context) => {
      const error = errors.get(payload.name)?.shift();
      if (error) throw error;
      await store('done')(payload, context);
    });
    const ends = { passing: 'completed', paused: 'completed', twice: 'failed', useless: 'failed' };
    for (const [name, state] of Object.entries(ends)) {
      const { id } = await startWork(served, { name });
      await inState(id, state);
      const attempts = { passing: 1, paused: 0, twice: 1, useless: 0 }[name];
      const error_code = { passing: null, paused: null, twice: 'internal', useless: 'llm_refused' }[name];
      expect({ name, ...(await rowOf(id)) }).toMatchObject({ name, attempts, error_code });
      const pauses = await admin.query<{ seconds: number }>(
        `select (event -> 'params' ->> 'seconds')::int as seconds from task_events
         where task_id = $1 and event ->> 'code' = 'waiting_provider' order by id`,
        [id],
      );
      // A second at least, and no part of a second is left out.
      expect(pauses.map(({ seconds }) => seconds)).toEqual(name === 'paused' ? [1, 2] : []);
    }
  });

  test('every task reserves once and commits or releases once, however it ends', { timeout: 120_000 }, async () => {
    const served = await serve(async ({ name }, context) => {
      const cancel = () => served.client.db.transaction((tx) => served.tasks.cancel(tx, context.task.id));
      if (name.includes('p') && context.task.attempts === 0) throw new AppError('timed_out');
      if (name.includes('x')) await Promise.all([cancel(), cancel(), store('raced')({ name }, context).catch(() => undefined)]);
      if (name.includes('f')) throw new AppError('llm_refused');
      if (name.includes('t')) await context.write(async () => Promise.reject(new AppError('llm_bad_output')));
      await store('done')({ name }, context);
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ how: fc.constantFrom('', 'p', 'x', 'f', 't', 'px', 'pf'), early: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (plans) => {
          const begun = await Promise.all(
            plans.map(async ({ how, early }) => {
              const { id } = await startWork(served, { name: `n${how}` });
              if (early) await served.client.db.transaction((tx) => served.tasks.cancel(tx, id));
              return id;
            }),
          );
          for (const id of begun) {
            const row = await waitFor(`the end of ${id}`, async () => {
              const now = await rowOf(id);
              return now && !['queued', 'running'].includes(now.state) ? now : undefined;
            });
            const calls = await meteredCalls(id);
            expect(calls).toEqual([row.started_at === null ? 'release' : 'commit', 'reserve']);
            const settled = await admin.query('select state from settled where task_id = $1', [id]);
            expect(settled).toEqual(row.state === 'completed' ? [] : [{ state: row.state }]);
            const results = await admin.query('select text from results where task_id = $1', [id]);
            expect(results).toHaveLength(row.state === 'completed' ? 1 : 0);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  test('a task whose settling fails ends all the same', async () => {
    const served = await startTaskProcess(database.connection, {
      run: async () => Promise.reject(new AppError('llm_refused')),
      settle: async () => Promise.reject(new Error('settling failed')),
    });
    stops.push(() => served.stop());
    const { id } = await startWork(served, { name: 'unsettled' });
    await inState(id, 'failed');
    expect(await admin.query('select state from settled where task_id = $1', [id])).toEqual([]);
    expect(await meteredCalls(id)).toEqual(['commit', 'reserve']);
  });

  test('a task without a job gets one, and only in-flight tasks do', async () => {
    const idle = await serve(async () => undefined, { works: false });
    const { id } = await startWork(idle, { name: 'forgotten' });
    const ended = await startWork(idle, { name: 'ended' });
    await idle.client.db.transaction((tx) => idle.tasks.cancel(tx, ended.id));
    await admin.query("delete from pgboss.job where name = 'tasks.test-work'");
    await idle.tasks.recover();
    await idle.tasks.recover();
    const jobs = await admin.query<{ singleton_key: string }>(
      "select singleton_key from pgboss.job where name = 'tasks.test-work'",
    );
    expect(jobs).toEqual([{ singleton_key: id }]);
    await serve(store('found'));
    await inState(id, 'completed');
  });

  test('tidying drops old pieces and replaced tasks, and keeps the latest of each key', async () => {
    const served = await serve(async (payload, context) => {
      context.draft('pieces');
      await context.flush();
      await store('kept')(payload, context);
    });
    const ids: string[] = [];
    for (const key of ['a', 'a', 'b']) {
      const { id } = await startWork(served, { name: key, key });
      await inState(id, 'completed');
      ids.push(id);
    }
    await admin.query("update task_events set created_at = now() - interval '2 hours'");
    await admin.query("update tasks set replaced_at = replaced_at - interval '2 days'");
    const needs = { db: admin.db, jobs: served.queue, kinds: [] };
    await tidyTasks({ ...needs, events: served.events } as never, new AbortController().signal);
    const left = await admin.query<{ id: string }>('select id from tasks order by created_at');
    expect(left.map(({ id }) => id)).toEqual(ids.slice(1));
    const types = await admin.query("select distinct event ->> 'type' as type from task_events");
    expect(types).toEqual([{ type: 'completed' }]);
  });

  test('a shutdown gives the task back without spending anything', async () => {
    const begun: string[] = [];
    const first = await startTaskProcess(database.connection, {
      async run(_payload, context) {
        begun.push(context.task.id);
        await new Promise((_resolve, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
      },
    });
    const { id } = await startWork(first, { name: 'moved', key: randomUUID() });
    await waitFor('the handler', () => (begun.length > 0 ? true : undefined));
    await first.stop(3000);
    expect(await rowOf(id)).toMatchObject({ state: 'queued', lost: 0, attempts: 0 });
    await serve(store('moved'));
    await inState(id, 'completed');
    expect(await rowOf(id)).toMatchObject({ lost: 0, attempts: 0 });
  });
});

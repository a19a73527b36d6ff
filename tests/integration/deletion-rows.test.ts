/** How an account is deleted while others work with the same rows, and what is taken back when a step fails. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { session, user } from '#db/schema/auth.ts';
import { rateLimits } from '#db/schema/rate-limits.ts';
import { deleteAccount } from '#features/my-data/server/deletion/delete-account.ts';
import { createDeleteAccounts } from '#features/my-data/server/deletion/delete-accounts.handler.ts';
import { keepAccount, readDeletion, requestDeletion } from '#features/my-data/server/deletion/grace.ts';
import type { JobContext } from '#infra/jobs/job.ts';
import type { Services } from '#infra/services.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { addUser, client, codeOf, keepAccountRows, servicesWith } from './account-rows.ts';

keepAccountRows();

const { signal } = new AbortController();
const hourMs = 3_600_000;
let told: unknown[];
beforeEach(async () => {
  told = [];
  for (const id of ['ada', 'bob']) await addUser(id);
});

function servicesFor(cancelAll: (tx: Tx, of: { userId?: string }) => Promise<void> = async () => undefined): Services {
  const settings = {
    ...{ accounts: { mode: 'open' }, time: null, deletionGraceMs: hourMs },
    uploads: { directory: '/nonexistent', maxBytes: 1, expiryMs: 1, quotaBytes: 1 },
  };
  const tasks = { cancelAll, lock: async () => [], remove: async () => undefined };
  const events = { publish: async (_tx: unknown, event: unknown) => void told.push(event) };
  const blobs = { put: async () => undefined, list: async () => [], delete: async () => undefined };
  return { ...servicesWith(), settings, tasks, events, blobs } as unknown as Services;
}

const addContent = (tx: Pick<Tx, 'execute'>, userId: string, key: string) =>
  tx.execute(sql`with made as (insert into sources (key) values (${key}) returning id)
    insert into contents (user_id, source_id, content_type, title, note_language)
    select ${userId}, id, 'online', 't', 'en' from made`);

test('ACC-12 a deletion ends sessions before it cancels tasks, and cancels tasks before it deletes the account', async () => {
  for (const userId of ['ada', 'bob'])
    await client.db.insert(session).values({ id: userId, token: userId, userId, expiresAt: new Date(Date.now() + hourMs) });
  const steps: unknown[] = [];
  const services = servicesFor(async (tx, of) => {
    for (let n = 0; n < 10; n++) await tx.execute(sql`select 1`);
    const users = await tx.select({ id: user.id }).from(user).orderBy(user.id);
    const sessions = await tx.select({ id: session.id }).from(session);
    steps.push([of, users.map(({ id }) => id), sessions.map(({ id }) => id)]);
  });
  await deleteAccount(services, 'ada', signal);
  const step = [{ userId: 'ada' }, ['ada', 'bob'], ['bob']];
  expect(steps).toEqual([step, step]);
  expect(await client.query('select id from "user"')).toEqual([{ id: 'bob' }]);
  expect(await client.db.select({ id: session.id }).from(session)).toEqual([{ id: 'bob' }]);
});

test('ACC-12 a cancellation of tasks that fails is undone, and the account stays', async () => {
  const services = servicesFor(async (tx) => {
    await tx.insert(rateLimits).values({ key: 'half', taken: 1, endsAt: new Date(Date.now() + hourMs) });
    throw new Error('the queue is gone');
  });
  await expect(deleteAccount(services, 'ada', signal)).rejects.toThrow('the queue is gone');
  expect(await client.query('select key from rate_limits')).toEqual([]);
  expect(await client.query('select id from "user" order by id')).toEqual([{ id: 'ada' }, { id: 'bob' }]);
});

test('ACC-12 a content that is being added when its account is deleted goes with its source', async () => {
  await addContent(client.db, 'bob', 'theirs');
  await meanwhile(
    client,
    (tx) => addContent(tx, 'ada', 'late'),
    () => deleteAccount(servicesFor(), 'ada', signal),
  );
  expect(await client.query('select id from "user"')).toEqual([{ id: 'bob' }]);
  expect(await client.query('select key from sources')).toEqual([{ key: 'theirs' }]);
  expect(told).toEqual([{ type: 'user_work', userId: 'ada' }]);
});

test('ACC-12 a content that another deletes meanwhile keeps no account, and one that cannot be deleted does', async () => {
  for (const key of ['one', 'two', 'three']) await addContent(client.db, 'ada', key);
  const others = sql`delete from contents where id in (select id from contents where user_id = 'ada' offset 1)`;
  const services = servicesFor();
  const events = { publish: () => Promise.reject(new Error('the queue is gone')) };
  await expect(deleteAccount({ ...services, events } as unknown as Services, 'ada', signal)).rejects.toThrow('the queue is gone');
  expect(await client.query('select id from contents')).toHaveLength(3);
  const lock: Services['tasks']['lock'] = async () => {
    await client.db.execute(others);
    return [];
  };
  await client.query(`insert into runs (id, source_id, key, note_language)
    select gen_random_uuid(), id, key, 'en' from sources`);
  await client.query('update contents c set active_run_id = (select id from runs r where r.source_id = c.source_id)');
  const tasks = { ...services.tasks, lock, cancel: async () => undefined };
  await deleteAccount({ ...services, tasks } as unknown as Services, 'ada', signal);
  expect(await client.query('select id from "user"')).toEqual([{ id: 'bob' }]);
  expect(await client.query('select id from contents')).toEqual([]);
});

test('ACC-12 limits of a deleted account go with it, whatever is in its id, and those of others stay', async () => {
  const ids = ['a_b', 'axb', 'a%', 'ab', 'a\\c'];
  for (const id of ids) {
    await addUser(id);
    await client.db.insert(rateLimits).values({ key: `x:${id}`, taken: 1, endsAt: new Date(Date.now() + hourMs) });
  }
  const left = async () => (await client.db.select().from(rateLimits)).map(({ key }) => key.slice(2)).toSorted();
  for (const [id, others] of [
    ['a_b', ['a%', 'a\\c', 'ab', 'axb']],
    ['a%', ['a\\c', 'ab', 'axb']],
    ['a\\c', ['ab', 'axb']],
  ] as const) {
    await deleteAccount(servicesFor(), id, signal);
    expect(await left()).toEqual(others);
  }
});

test('ACC-12 a job that is stopped in the midst of an account names no failure', async () => {
  await addContent(client.db, 'ada', 'hers');
  await client.query(`update "user" set delete_at = now() - interval '1 minute' where id = 'ada'`);
  const logged: unknown[] = [];
  const log = (...all: unknown[]) => void logged.push(all);
  const run = (by: AbortSignal) =>
    createDeleteAccounts(servicesFor()).run({}, {
      signal: by,
      logger: { info: log, error: log },
    } as unknown as JobContext);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(run(stopped)).rejects.toBe(stopped.reason);
  expect(logged).toEqual([]);
  await run(signal);
  expect(logged).toEqual([[{ deleted: 1 }, 'accounts deleted']]);
  logged.length = 0;
  await run(signal);
  expect(logged).toEqual([]);
});

test('ACC-12 a failure that keeps an account is told with its cause, among those of others', async () => {
  await client.query(`update "user" set delete_at = now() - interval '1 minute'`);
  const full = new Error('no space');
  const logged: unknown[] = [];
  const log = (...all: unknown[]) => void logged.push(all);
  const services = { ...servicesFor(), blobs: { list: async () => [], put: () => Promise.reject(full) } } as unknown as Services;
  const run = createDeleteAccounts(services).run({}, { signal, logger: { info: log, error: log } } as unknown as JobContext);
  const error: unknown = await run.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AggregateError);
  expect((error as AggregateError).errors).toEqual([full, full]);
  expect(logged).toEqual([1, 2].map(() => [{ err: full }, 'an account could not be deleted']));
});

test('ACC-12 a request that cannot be queued deletes nothing, and each is kept by its own user', async () => {
  const enqueue = () => Promise.reject(new Error('the queue is gone'));
  const services = { ...servicesFor(), jobs: { enqueue } } as unknown as Services;
  await expect(requestDeletion(services, 'ada')).rejects.toThrow('the queue is gone');
  expect(await readDeletion(services, 'ada')).toEqual({ deleteAt: null, leftMs: null, graceHours: 1 });
  const dueAt = async () => {
    const rows = await client.db.select({ id: user.id, due: user.deleteAt }).from(user).orderBy(user.id);
    return Object.fromEntries(rows.map(({ id, due }) => [id, due === null ? null : due.getTime() > Date.now()]));
  };
  const due = (id: string, ms: number) =>
    client.db
      .update(user)
      .set({ deleteAt: new Date(Date.now() + ms) })
      .where(eq(user.id, id));
  await due('bob', -hourMs);
  expect(await keepAccount(services, 'ada')).toEqual({ deleteAt: null, leftMs: null, graceHours: 1 });
  expect(await keepAccount(services, 'nobody')).toMatchObject({ deleteAt: null });
  expect(await keepAccount(services, 'bob').catch(codeOf)).toBe('deletion_begun');
  for (const id of ['ada', 'bob']) await due(id, hourMs);
  await keepAccount(services, 'ada');
  expect(await dueAt()).toEqual({ ada: null, bob: true });
});

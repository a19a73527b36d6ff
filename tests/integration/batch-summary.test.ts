/** Notes for everything that has a link and no note, as one task with a result for each item. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, openSession } from '#db/client.ts';
import { startBatch } from '#features/summaries/server/batch-summary/start-batch.ts';
import type { Services } from '#infra/services.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { WORKER_CONCURRENCY: '3', SITE_PACE: '0' } });
});
afterAll(() => world.close());

async function query<Row extends Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const session = await openSession(world.database, { applicationName: 'test' });
  try {
    return await session.query<Row>(statement, values);
  } finally {
    await session.close();
  }
}

async function signedIn(): Promise<{ client: TestClient; userId: string }> {
  const client = world.client();
  const { user } = await client.rpc.account.ensure.mutate();
  await query(`update "user" set is_anonymous = false, email = id || '@example.org' where id = $1`, [user.id]);
  return { client, userId: user.id };
}

/** Records whose page does not answer yet, so that they have no note. */
async function withoutNotes(client: TestClient, paths: readonly string[]): Promise<string[]> {
  for (const path of paths) world.site.on(path, { status: 404, body: 'not yet' });
  return Promise.all(
    paths.map(async (path) => {
      const contentId = await submit(client, `${world.site.url}${path}`);
      expect((await settled(client, contentId)).status).toBe('failed');
      return contentId;
    }),
  );
}

const ended = (client: TestClient) =>
  waitFor('the batch to end', async () => {
    const result = await client.rpc.video.batchResult.query();
    return result && result.state !== 'running' ? result : undefined;
  });

test('SUM-12 a guest is asked to sign in, and nothing begins', async () => {
  const guest = world.client();
  await withoutNotes(guest, ['/guest']);
  await expect(guest.rpc.video.batchSummarise.mutate({})).rejects.toSatisfy((error) => codeOf(error) === 'sign_in_needed');
  expect(await guest.rpc.video.batchResult.query()).toBeNull();
});

test('SUM-12 a batch says when there is nothing to do and when all have notes', async () => {
  const { client, userId } = await signedIn();
  const nothing = { outcome: 'nothing_to_do', taskId: null, total: 0, left: 0 };
  expect(await client.rpc.video.batchSummarise.mutate({})).toEqual(nothing);
  world.site.on('/with-note', { body: articleHtml('The Noted Oven') });
  const { contentId } = await summarise(client, `${world.site.url}/with-note`);
  const allHave = { outcome: 'all_have_notes', taskId: null, total: 0, left: 0 };
  expect(await client.rpc.video.batchSummarise.mutate({})).toEqual(allHave);
  const [bare = ''] = await withoutNotes(client, ['/no-link']);
  await query('update contents set source_url = null where id = $1 and user_id = $2', [bare, userId]);
  expect(await client.rpc.video.batchSummarise.mutate({})).toEqual(nothing);
  expect(await client.rpc.video.batchSummarise.mutate({ contentIds: [contentId] })).toEqual(allHave);
  // A record of another user is no record.
  const other = await signedIn();
  expect(await other.client.rpc.video.batchSummarise.mutate({ contentIds: [contentId, bare] })).toEqual(nothing);
});

test('SUM-12 a batch writes the missing notes, skips what fails with its reason, and leaves others alone', async () => {
  const { client } = await signedIn();
  const [first = '', second = '', broken = ''] = await withoutNotes(client, ['/first', '/second', '/broken']);
  world.site.on('/first', { body: articleHtml('The First Oven') });
  world.site.on('/second', { body: articleHtml('The Second Oven') });
  world.site.on('/noted', { body: articleHtml('The Kept Oven') });
  const kept = await summarise(client, `${world.site.url}/noted`);
  const other = await signedIn();
  const [theirs = ''] = await withoutNotes(other.client, ['/theirs']);
  world.site.on('/theirs', { body: articleHtml('Their Oven') });

  const started = await client.rpc.video.batchSummarise.mutate({});
  expect(started).toMatchObject({ outcome: 'started', total: 3 });
  const result = await ended(client);
  expect(result).toEqual({
    taskId: started.taskId,
    state: 'completed',
    total: 3,
    summarised: 2,
    skipped: 1,
    skippedItems: [{ contentId: broken, title: expect.any(String), problem: { code: 'fetch_status', params: { status: 404 } } }],
  });
  for (const [contentId, title] of [
    [first, 'The First Oven'],
    [second, 'The Second Oven'],
  ] as const)
    expect(await client.rpc.content.detail.query({ contentId })).toMatchObject({ status: 'completed', title });
  expect(await client.rpc.content.detail.query({ contentId: kept.contentId })).toEqual(kept);
  expect(await other.client.rpc.content.detail.query({ contentId: theirs })).toMatchObject({ status: 'failed', note: null });
  expect(await other.client.rpc.video.batchResult.query()).toBeNull();
  // Only what is still missing is tried again.
  expect(await client.rpc.video.batchSummarise.mutate({})).toMatchObject({ outcome: 'started', total: 1 });
  expect(await ended(client)).toMatchObject({ total: 1, summarised: 0, skipped: 1 });
});

test('SUM-12 an item that was begun elsewhere meanwhile is waited for, and the figures add up', async () => {
  const { client } = await signedIn();
  const [contentId = ''] = await withoutNotes(client, ['/elsewhere']);
  const session = await openSession(world.database, { applicationName: 'test' });
  try {
    await session.query('begin');
    const [source] = await session.query<{ id: string }>(
      'select s.id from sources s join contents c on c.source_id = s.id where c.id = $1 for no key update of s',
      [contentId],
    );
    const { taskId } = await client.rpc.video.batchSummarise.mutate({ contentIds: [contentId] });
    await waitFor('the batch to wait for the source', async () => {
      const waiting = await query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waiting.length > 0 || undefined;
    });
    await session.query(
      `with begun as (insert into runs (id, source_id, key, note_language) values (gen_random_uuid(), $1, gen_random_uuid()::text, 'en') returning id)
       update contents set status = 'processing', problem_code = null, active_run_id = (select id from begun) where id = $2`,
      [source?.id, contentId],
    );
    await session.query('commit');
    await waitFor(
      'the item',
      async () => (await query('select 1 from batch_items where content_id = $1', [contentId]))[0] && true,
    );
    expect(await client.rpc.video.batchResult.query()).toMatchObject({ taskId, state: 'running' });
  } finally {
    await session.close();
  }
  await client.rpc.content.cancel.mutate({ contentId });
  expect(await ended(client)).toMatchObject({
    total: 1,
    summarised: 0,
    skipped: 1,
    skippedItems: [{ contentId, problem: null }],
  });
});

test('SUM-12 a batch goes behind single requests, is one at a time, and takes its notes along when it is cancelled', async () => {
  const { client, userId } = await signedIn();
  const paths = ['/slow-1', '/slow-2', '/slow-3'];
  const ids = await withoutNotes(client, paths);
  let asked = 0;
  for (const path of paths)
    world.site.on(path, () => {
      asked++;
    });
  const started = await client.rpc.video.batchSummarise.mutate({ contentIds: ids });
  expect(await client.rpc.video.batchSummarise.mutate({})).toEqual({ ...started, outcome: 'under_way' });
  await waitFor('the pages to be asked for', () => (asked === 3 ? true : undefined));
  const rows = await query<{ priority: number }>(
    `select priority from tasks where kind = 'note' and state in ('queued', 'running')
     and id in (select active_run_id from contents where user_id = $1) order by priority`,
    [userId],
  );
  expect(rows.map(({ priority }) => priority)).toEqual([-2, -1, 0]);
  expect((await client.rpc.content.running.query()).batches).toMatchObject([{ title: '', total: 3, done: 0 }]);

  expect(await client.rpc.task.cancel.mutate({ taskId: started.taskId ?? '' })).toEqual({ state: 'cancelled' });
  expect(await client.rpc.content.running.query()).toEqual({ items: [], batches: [] });
  expect(await client.rpc.video.batchResult.query()).toMatchObject({ state: 'cancelled', total: 3, summarised: 0, skipped: 3 });
  for (const contentId of ids)
    expect(await client.rpc.content.detail.query({ contentId })).toMatchObject({ status: 'cancelled', note: null });
});

test('SUM-12 a batch takes no more than five hundred and says how many are left', async () => {
  const { userId } = await signedIn();
  await query(
    `with made as (insert into sources (key) select 'many-' || at from generate_series(1, 502) at returning id, key)
     insert into contents (user_id, source_id, content_type, title, note_language, status, source_url, note, note_excerpt)
     select $1, id, 'webpage', key, 'en', 'failed', 'https://a.example/' || key, note, note
     from made, lateral (select case when key = 'many-502' then 'Noted.' end as note) noted`,
    [userId],
  );
  const client = createDatabase(world.database, { max: 2, applicationName: 'test' });
  // Begun, and not run: its pages are not asked for.
  const tasks = { lockForStart: async () => null, start: async () => ({ id: 'begun' }) };
  const services = { db: client.db, tasks } as unknown as Services;
  const answer = await startBatch(services, { userId, clientAddress: '192.0.2.1' }, undefined);
  await client.close();
  expect(answer).toEqual({ outcome: 'started', taskId: 'begun', total: 500, left: 1 });
});

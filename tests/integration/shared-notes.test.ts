/** A note that several people wait for: one task, which none of them owns. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, type World } from './setup.ts';

let world: World;
let database: DatabaseClient;
beforeAll(async () => {
  world = await startWorld({ env: { SUBMISSIONS_PER_HOUR: '3' } });
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

/** A page that answers once it is told to. */
function heldPage(path: string): { answer: (status: number, body: string) => void } {
  let waiting: ServerResponse | undefined;
  let given: { status: number; body: string } | undefined;
  const send = () => {
    if (waiting && given) waiting.writeHead(given.status, { 'content-type': 'text/html' }).end(given.body);
  };
  world.site.on(path, (_request, response) => {
    waiting = response;
    send();
  });
  return {
    answer(status, body) {
      given = { status, body };
      send();
    },
  };
}

/** The last event of a content's stream, which names no other content. */
async function endOf(client: TestClient, contentId: string): Promise<unknown> {
  for await (const { id, data } of client.events('content.progress', { contentId })) {
    const told = data as { contentId: string; event: { type: string; code?: string } };
    if (id !== null) expect(told.contentId).toBe(contentId);
    if (id !== null && ['completed', 'failed', 'cancelled'].includes(told.event.type)) return told;
  }
  return null;
}

const detailOf = (client: TestClient, contentId = '') => client.rpc.content.detail.query({ contentId });

const noteTasks = () =>
  database.query<{ id: string; user_id: string | null; state: string; source: string }>(
    `select t.id, t.user_id, t.state, s.url as source from tasks t join runs r on r.id = t.id join sources s on s.id = r.source_id`,
  );

test('SUM-07 a failure is said to everyone who waits, each on a content of their own, and to nobody else', async () => {
  const page = heldPage('/fails');
  const others = [heldPage('/goes-on-1'), heldPage('/goes-on-2')];
  const [one, two] = [world.client(), world.client()];
  const url = `${world.site.url}/fails`;
  const [first, second] = [await submit(one, url), await submit(two, url)];
  // Of one of them, and of somebody else.
  const third = world.client();
  const waiting = [await submit(one, `${world.site.url}/goes-on-1`), await submit(third, `${world.site.url}/goes-on-2`)];
  const paths = ['/fails', '/goes-on-1'];
  await waitFor('both pages', () => paths.every((path) => world.site.requests.includes(path)) || undefined);
  const ends = Promise.all([endOf(one, first), endOf(two, second)]);
  page.answer(404, 'gone');
  const failed = { type: 'failed', code: 'fetch_status', params: { status: 404 } };
  expect(await ends).toMatchObject([
    { contentId: first, event: failed },
    { contentId: second, event: failed },
  ]);
  for (const [client, contentId] of [
    [one, first],
    [two, second],
  ] as const)
    expect(await settled(client, contentId)).toMatchObject({
      status: 'failed',
      run: null,
      problem: { code: 'fetch_status', params: { status: 404 } },
    });
  expect(world.site.requests.filter((path) => path === '/fails')).toHaveLength(1);
  const goingOn = () => Promise.all([one, third].map((client, at) => detailOf(client, waiting[at])));
  for (const detail of await goingOn()) expect(detail).toMatchObject({ status: 'processing', problem: null });
  for (const [at, other] of others.entries()) {
    other.answer(200, articleHtml(`Goes On ${at}`));
    expect(await settled(at === 0 ? one : third, waiting[at] ?? '')).toMatchObject({ title: `Goes On ${at}` });
    expect((await detailOf(one, first)).status).toBe('failed');
    if (at === 0) expect(await detailOf(third, waiting[1])).toMatchObject({ status: 'processing', note: null });
  }
  // Asked for when they are over, two streams of one user tell two ends.
  expect(await endOf(one, first)).toMatchObject({ event: failed });
  expect(await endOf(one, waiting[0] ?? '')).toMatchObject({ event: { type: 'completed' } });
});

test('SUM-09 the task behind a note is neither watched nor cancelled by its id', async () => {
  const page = heldPage('/owned');
  const [owner, stranger] = [world.client(), world.client()];
  await stranger.rpc.account.ensure.mutate();
  const contentId = await submit(owner, `${world.site.url}/owned`);
  const task = (await noteTasks()).find(({ source }) => source.endsWith('/owned'));
  expect(task?.user_id).toBeNull();
  for (const client of [owner, stranger]) {
    const cancelled = client.rpc.task.cancel.mutate({ taskId: task?.id ?? '' });
    expect(codeOf(await cancelled.catch((error: unknown) => error))).toBe('not_found');
    const told: unknown[] = [];
    for await (const { type, data } of client.events('task.watch', { taskId: task?.id })) told.push({ type, data });
    expect(told.slice(1)).toMatchObject([{ type: 'serialized-error', data: { message: 'not_found' } }]);
  }
  page.answer(200, articleHtml('Still Owned'));
  expect(await settled(owner, contentId)).toMatchObject({ status: 'completed', title: 'Still Owned' });
});

test('SUM-09 a user who deletes or cancels gets no more events of shared work, and the others get their note', async () => {
  const page = heldPage('/let-go');
  const clients = [world.client(), world.client(), world.client()];
  const [first, second, third] = clients as [TestClient, TestClient, TestClient];
  const ids: string[] = [];
  for (const client of clients) ids.push(await submit(client, `${world.site.url}/let-go`));
  const [deleted = '', cancelled = '', kept = ''] = ids;
  const end = endOf(second, cancelled);
  // The user who asked first, on whose behalf the page is being fetched, deletes the content.
  await first.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: deleted });
  await second.rpc.content.cancel.mutate({ contentId: cancelled });
  expect(await end).toMatchObject({ event: { type: 'cancelled' } });
  page.answer(200, articleHtml('Kept By One'));
  expect(await settled(third, kept)).toMatchObject({ status: 'completed', title: 'Kept By One' });
  expect(await detailOf(second, cancelled)).toMatchObject({ status: 'cancelled', note: null, run: null });
  const other = await submit(second, `${world.site.url}/let-go`);
  expect(other).toBe(cancelled);
  expect(await settled(second, cancelled)).toMatchObject({ status: 'completed', title: 'Kept By One' });
});

test('SUM-09 work that its last user deletes stops, also while another keeps the link', async () => {
  heldPage('/unwanted');
  const [one, two] = [world.client(), world.client()];
  const first = await submit(one, `${world.site.url}/unwanted`);
  const second = await submit(two, `${world.site.url}/unwanted`);
  const states = async () =>
    (await noteTasks())
      .filter(({ source }) => source.endsWith('/unwanted'))
      .map(({ state }) => state.replace('queued', 'running'));
  await one.rpc.content.cancel.mutate({ contentId: first });
  expect(await states()).toEqual(['running']);
  await two.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: second });
  expect(await states()).toEqual(['cancelled']);
  expect(await detailOf(one, first)).toMatchObject({ status: 'cancelled', run: null });
});

test('SUM-09 the stream of all work tells each person of their own contents alone', async () => {
  const pages = [heldPage('/both'), heldPage('/only-one')];
  const [one, two] = [world.client(), world.client()];
  const shared = [await submit(one, `${world.site.url}/both`), await submit(two, `${world.site.url}/both`)];
  const alone = await submit(one, `${world.site.url}/only-one`);
  const stop = new AbortController();
  const told = [one, two].map(() => new Set<string>());
  const streams = [one, two].map(async (client, person) => {
    for await (const { id, data } of client.events('content.progress', {}, { signal: stop.signal }))
      if (id !== null)
        told[person]?.add(`${(data as { contentId: string }).contentId} ${(data as { event: { type: string } }).event.type}`);
  });
  await waitFor('both pages', () => ['/both', '/only-one'].every((path) => world.site.requests.includes(path)) || undefined);
  for (const page of pages) page.answer(200, articleHtml('Told'));
  await Promise.all([settled(one, alone), ...[one, two].map((client, person) => settled(client, shared[person] ?? ''))]);
  await waitFor('both ends', () => (told[0]?.has(`${alone} completed`) && told[1]?.has(`${shared[1]} completed`)) || undefined);
  stop.abort();
  await Promise.allSettled(streams);
  const contentsOf = (person: number) => new Set([...(told[person] ?? [])].map((line) => line.split(' ')[0]));
  expect(contentsOf(0)).toEqual(new Set([shared[0], alone]));
  expect(contentsOf(1)).toEqual(new Set([shared[1]]));
});

test('SUM-01 a request counts also where it joins a run or is answered by one that has ended', async () => {
  const page = heldPage('/counted-1');
  for (const path of ['/counted-2', '/counted-3', '/counted-4']) world.site.on(path, { body: articleHtml(`Page ${path}`) });
  const [one, two] = [world.client(), world.client()];
  const first = await submit(one, `${world.site.url}/counted-1`);
  const second = await submit(one, `${world.site.url}/counted-2`);
  await settled(one, second);
  // One joined, one taken over, one begun: three.
  const joined = await submit(two, `${world.site.url}/counted-1`);
  await submit(two, `${world.site.url}/counted-2`);
  await settled(two, await submit(two, `${world.site.url}/counted-3`));
  const { results } = await two.rpc.ingest.submit.mutate({ items: [{ url: `${world.site.url}/counted-4` }], noteLanguage: 'en' });
  expect(results).toMatchObject([{ problem: { code: 'too_many_submissions' } }]);
  page.answer(200, articleHtml('Counted'));
  await Promise.all([settled(one, first), settled(two, joined)]);
  const made = (await noteTasks()).filter(({ source }) => source.includes('/counted-'));
  expect(made.map(({ source }) => source.slice(-1)).sort()).toEqual(['1', '2', '3']);
});

test('SUM-10 a note that is written anew counts as a request of its user', async () => {
  for (const path of ['/anew-1', '/anew-2']) world.site.on(path, { body: articleHtml(`Page ${path}`) });
  const [one, two] = [world.client(), world.client()];
  const again = async (client: TestClient, contentId: string) => {
    await settled(client, contentId);
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    return settled(client, contentId);
  };
  const ones = await submit(one, `${world.site.url}/anew-1`);
  const twos = await submit(two, `${world.site.url}/anew-2`);
  await again(one, ones);
  await again(one, ones);
  const before = await detailOf(one, ones);
  const refused = await one.rpc.content.summarizeAgain.mutate({ contentId: ones }).catch((error: unknown) => error);
  expect(codeOf(refused)).toBe('too_many_submissions');
  expect(await detailOf(one, ones)).toEqual(before);
  await again(two, twos);
});

test('SUM-09 events and files are deleted with the last content of their source, and no other’s', async () => {
  const [one, two] = [world.client(), world.client()];
  const open = async (client: TestClient, page: string) => {
    world.site.on(page, { body: articleHtml(`The Oven ${page}`) });
    const contentId = await submit(client, `${world.site.url}${page}`);
    await settled(client, contentId);
    return contentId;
  };
  const first = await open(one, '/forgotten');
  const second = await open(two, '/forgotten');
  await open(two, '/remembered');
  await database.query(
    `update extractions set data = data || jsonb_build_object('coverBlob', 'covers' || page, 'media', jsonb_build_object('blob', 'media' || page))
     from (select id, substring(url from '/[a-z]+$') as page from sources) s where s.id = source_id and page in ('/forgotten', '/remembered')`,
  );
  const told = () =>
    database.query<{ page: string | null }>(
      `select distinct substring(s.url from '/[a-z]+$') as page from task_events e
       join tasks t on t.id = e.task_id left join runs r on r.id = t.id left join sources s on s.id = r.source_id
       where t.kind = 'note' and (s.id is null or s.url ~ '/(forgotten|remembered)$') order by page`,
    );
  const garbage = () => database.query<{ key: string }>('select blob_key as key from blob_garbage order by blob_key');
  await one.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: first });
  expect([await told(), await garbage()]).toEqual([[{ page: '/forgotten' }, { page: '/remembered' }], []]);
  await two.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: second });
  expect(await told()).toEqual([{ page: '/remembered' }]);
  expect(await garbage()).toEqual([{ key: 'covers/forgotten' }, { key: 'media/forgotten' }]);
});

/** What work costs is said before it is begun, and it is what is then reserved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import type { TestClient } from '../harness/http/client.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

const startingSeconds = 10 * 60;
let world: World;
let database: DatabaseClient;
beforeAll(async () => {
  world = await startWorld({ env: { TIME_STARTING_MINUTES: '10', SITE_PACE: '0' } });
  database = createDatabase(world.database, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

let pages = 0;
function page(): string {
  const path = `/cost-${pages++}`;
  world.site.on(path, { body: articleHtml(`the oven of cost ${pages}`, { paragraphs: 5 }) });
  return `${world.site.url}${path}`;
}

/** A page that answers once it is told to. */
function heldPage(): { url: string; answer: () => void } {
  const path = `/cost-held-${pages++}`;
  const { promise, resolve } = Promise.withResolvers<void>();
  world.site.on(path, async (_request, response) => {
    await promise;
    response.writeHead(200, { 'content-type': 'text/html' }).end(articleHtml(`the held oven ${path}`, { paragraphs: 5 }));
  });
  return { url: `${world.site.url}${path}`, answer: resolve };
}

async function somebody(): Promise<TestClient> {
  const client = world.client();
  await client.rpc.account.ensure.mutate();
  return client;
}

async function holdsOf(client: TestClient): Promise<number[]> {
  const { user } = await client.rpc.account.me.query();
  const rows = await database.query<{ amount: string }>(
    `select h.amount from ledger_holds h join ledger_accounts a on a.id = h.account_id where a.user_id = $1 order by h.created_at`,
    [user?.id],
  );
  return rows.map(({ amount }) => Number(amount));
}

const costOfLink = (client: TestClient, url: string, durationSeconds: number | null = null) =>
  client.rpc.user.workCost.query({ work: 'links', links: [{ url, durationSeconds }], noteLanguage: 'en' });

test.each([
  ['not known', null, { seconds: 0, unknown: 1 }, 1],
  ['what its page says', 95.4, { seconds: 96, unknown: 0 }, 96],
])('ACC-03 a new link costs %s, and that is reserved', async (_what, durationSeconds, cost, held) => {
  const client = await somebody();
  const { url, answer } = heldPage();
  expect(await costOfLink(client, url, durationSeconds)).toEqual({ pays: 'time', ...cost, left: startingSeconds });
  const item = durationSeconds === null ? { url } : { url, durationSeconds };
  const { results } = await client.rpc.ingest.submit.mutate({ items: [item], noteLanguage: 'en' });
  expect(await holdsOf(client)).toEqual([held]);
  // It is under way: the same link costs nothing more, its owner or others.
  expect(await costOfLink(client, url)).toMatchObject({ pays: 'nothing', seconds: 0, unknown: 0 });
  const other = await somebody();
  expect(await costOfLink(other, url)).toEqual({ pays: 'nothing', seconds: 0, unknown: 0, left: startingSeconds });
  answer();
  const [result] = results;
  await settled(client, result && 'contentId' in result ? result.contentId : '');
  await summarise(other, url);
  expect(await holdsOf(other)).toEqual([]);
});

test('ACC-03 a note anew costs as much as it reserves; what others have read costs its length in another language', async () => {
  const client = await somebody();
  const url = page();
  const { contentId } = await summarise(client, url);
  const [first] = await holdsOf(client);
  const again = await client.rpc.user.workCost.query({ work: 'again', contentId, noteLanguage: 'en' });
  expect(again).toEqual({ pays: 'time', seconds: first, unknown: 0, left: startingSeconds - (first ?? 0) });
  await client.rpc.content.summarizeAgain.mutate({ contentId });
  await settled(client, contentId);
  expect(await holdsOf(client)).toEqual([first, again.seconds]);

  const other = await somebody();
  expect(await costOfLink(other, url)).toMatchObject({ pays: 'nothing' });
  const inChinese = await other.rpc.user.workCost.query({
    work: 'links',
    links: [{ url, durationSeconds: null }],
    noteLanguage: 'zh',
  });
  expect(inChinese).toEqual({ pays: 'time', seconds: first, unknown: 0, left: startingSeconds });
  await summarise(other, url, 'zh');
  expect(await holdsOf(other)).toEqual([first]);
});

test('ACC-03 a batch costs what each of its missing notes does, of one’s own records only', async () => {
  const client = await somebody();
  const paths = ['/cost-batch-1', '/cost-batch-2'];
  for (const path of paths) world.site.on(path, { status: 404, body: 'not yet' });
  const ids: string[] = [];
  for (const path of paths) ids.push(await submit(client, `${world.site.url}${path}`));
  for (const contentId of ids) await settled(client, contentId);
  await database.query('update contents set duration_ms = 125000 where id = $1', [ids[0]]);
  const { left } = await client.rpc.user.workCost.query({ work: 'batch' });
  expect(await client.rpc.user.workCost.query({ work: 'batch' })).toEqual({ pays: 'time', seconds: 125, unknown: 1, left });
  expect(await client.rpc.user.workCost.query({ work: 'batch', contentIds: ids.slice(1) })).toMatchObject({
    seconds: 0,
    unknown: 1,
  });
  const other = await somebody();
  expect(await other.rpc.user.workCost.query({ work: 'batch', contentIds: ids })).toMatchObject({ pays: 'nothing', unknown: 0 });
  const { user } = await client.rpc.account.me.query();
  await database.query(`update "user" set is_anonymous = false, email = id || '@example.org' where id = $1`, [user?.id]);
  const before = (await holdsOf(client)).length;
  await client.rpc.video.batchSummarise.mutate({ contentIds: ids });
  const held = await waitFor('both to be begun', async () => {
    const holds = (await holdsOf(client)).slice(before);
    return holds.length === 2 ? holds : undefined;
  });
  expect(held.sort((a, b) => a - b)).toEqual([1, 125]);
});

test('ACC-03 what is more than one has is said before, and refused after', async () => {
  const client = await somebody();
  const url = page();
  expect(await costOfLink(client, url, 3600)).toEqual({ pays: 'time', seconds: 3600, unknown: 0, left: startingSeconds });
  const { results } = await client.rpc.ingest.submit.mutate({ items: [{ url, durationSeconds: 3600 }], noteLanguage: 'en' });
  expect(results).toMatchObject([{ problem: { code: 'out_of_time', params: { needed: 60, left: 10 } } }]);
});

test('ACC-03 work with one’s own key, questions and a member’s work cost no time; a visitor sees what they would begin with', async () => {
  const url = page();
  expect(await costOfLink(world.client(), url)).toEqual({ pays: 'time', seconds: 0, unknown: 1, left: startingSeconds });
  const client = await somebody();
  expect(await client.rpc.user.workCost.query({ work: 'question' })).toMatchObject({ pays: 'nothing', left: startingSeconds });
  await client.rpc.account.saveModelKey.mutate({ provider: 'deepseek', model: 'm', value: `sk-${'k'.repeat(32)}` });
  for (const input of [
    { work: 'question' as const },
    { work: 'links' as const, links: [{ url, durationSeconds: 900 }], noteLanguage: 'en' as const },
  ])
    expect(await client.rpc.user.workCost.query(input)).toEqual({
      pays: 'own_key',
      seconds: 0,
      unknown: 0,
      left: startingSeconds,
    });
  const { user } = await client.rpc.account.me.query();
  await database.query('update "user" set is_anonymous = false, is_lifetime = true where id = $1', [user?.id]);
  expect(await costOfLink(client, url)).toEqual({ pays: 'unlimited', seconds: 0, unknown: 0, left: null });
});

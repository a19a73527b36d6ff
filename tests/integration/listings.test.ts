/** Links that stand for many: listed, picked from, queued, paced by site, cancelled, and finished after a crash. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { blockSite } from '#features/summaries/server/site-queue/site-queue.ts';
import type { Services } from '#infra/services.ts';
import { missHeartbeats } from '../harness/database/missed-heartbeats.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, type World } from './setup.ts';

const sentences = [
  'The clay has to rest for a whole night before anybody touches it.',
  'Three teams measured the kiln and found the same eleven hours of heat.',
  'A village of forty people built the first one without a plan.',
  'The second kiln failed because the stones were still wet.',
  'Every school of the valley now teaches how the fire is laid.',
  'Ash from the orchard gives the glaze its green colour.',
];

function stamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23);
}
const vtt = `WEBVTT\n\n${sentences.map((text, index) => `${stamp(index * 12)} --> ${stamp(index * 12 + 10)}\n${text}\n`).join('\n')}`;

/** A show with published transcripts, newest first, as feeds are. */
function showFeed(title: string, episodes: number): string {
  const items = Array.from({ length: episodes }, (_, index) => {
    const number = episodes - index;
    return `<item><title>${title} ${number}</title><guid isPermaLink="false">${title}-${number}</guid><itunes:duration>${60 + number}</itunes:duration><enclosure url="/audio/${number}.mp3" type="audio/mpeg"/><podcast:transcript url="/kiln.vtt" type="text/vtt" language="en"/></item>`;
  });
  return `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>${title}</title><language>en</language>${items.join('')}</channel></rss>`;
}
const feedType = 'application/rss+xml';

type View = Awaited<ReturnType<TestClient['rpc']['ingest']['openListing']['mutate']>>;
type Item = View['items'][number];

async function readAll(client: TestClient, url: string): Promise<{ view: View; items: Item[] }> {
  const view = await client.rpc.ingest.openListing.mutate({ url });
  const items = [...view.items];
  for (let next = view.next; next !== null; ) {
    const page = await client.rpc.ingest.listingPage.query({ listingId: view.listingId, offset: next });
    items.push(...page.items);
    next = page.next;
  }
  return { view, items };
}

async function queue(client: TestClient, url: string, positions: number[]): Promise<View> {
  const view = await client.rpc.ingest.openListing.mutate({ url });
  const { queued } = await client.rpc.ingest.queueItems.mutate({ listingId: view.listingId, positions, noteLanguage: 'en' });
  expect(queued).toBe(positions.length);
  return view;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

function idle(client: TestClient, timeoutMs = 80_000): Promise<true> {
  return waitFor(
    'all work to end',
    async () => {
      const { items, batches } = await client.rpc.content.running.query();
      return items.length === 0 && batches.length === 0 ? true : undefined;
    },
    timeoutMs,
  );
}

async function records(client: TestClient) {
  const { uniqueVideos } = await client.rpc.user.videos.query({ limit: 100 });
  return uniqueVideos;
}

describe('with a server that works', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ env: { WORKER_CONCURRENCY: '3', SITE_PACE: '0.5', GUEST_NOTES_AT_ONCE: '0' } });
    world.site.on('/kiln.vtt', { body: vtt, type: 'text/vtt' });
  });
  afterAll(() => world.close());

  test('SUM-02 twenty picked items of a show with 300 episodes become records', async () => {
    const client = world.client();
    const url = `${world.site.url}/long.xml`;
    world.site.on('/long.xml', { body: showFeed('Long Kiln', 300), type: feedType });
    const { items: preview } = await client.rpc.ingest.preview.query({ text: url });
    expect(preview[0]).toMatchObject({ title: 'Long Kiln', listing: { kind: 'show', total: 300, alsoItem: false } });

    const { view, items } = await readAll(client, url);
    expect(view).toMatchObject({ title: 'Long Kiln', kind: 'show', total: 300 });
    expect(view.items).toHaveLength(100);
    expect(items.map(({ position }) => position)).toEqual(upTo(300));
    expect(new Set(items.map((item) => item.url)).size).toBe(300);
    expect(items[0]).toMatchObject({ title: 'Long Kiln 300', durationSeconds: 360, existing: null });

    const positions = upTo(20).map((index) => index * 13);
    const answer = await client.rpc.ingest.queueItems.mutate({ listingId: view.listingId, positions, noteLanguage: 'en' });
    expect(answer).toEqual({ queued: 20, existing: 0, problems: [] });
    const { batches } = await client.rpc.content.running.query();
    expect(batches).toMatchObject([{ title: 'Long Kiln', total: 20, failed: 0 }]);
    await idle(client);
    const rows = await records(client);
    expect(rows.map((row) => row.title).sort()).toEqual(positions.map((at) => `Long Kiln ${300 - at}`).sort());
    expect(rows.every((row) => row.status === 'completed' && (row.excerpt ?? '').length > 100)).toBe(true);

    // They are known from now on, and are not queued again.
    const again = await readAll(client, url);
    expect(again.items.filter(({ existing }) => existing?.status === 'completed').map(({ position }) => position)).toEqual(
      positions,
    );
    const theirs = await readAll(world.client(), url);
    expect(theirs.items.every(({ existing }) => existing === null)).toBe(true);
    const twice = { listingId: again.view.listingId, positions: positions.slice(0, 3), noteLanguage: 'en' as const };
    expect(await client.rpc.ingest.queueItems.mutate(twice)).toEqual({ queued: 0, existing: 3, problems: [] });
    expect((await client.rpc.content.running.query()).batches).toEqual([]);
  });

  test('SUM-02 all runs of a site that answers 429 wait, and other sites continue', async () => {
    const client = world.client();
    let busyUntil = 0;
    let answered = 0;
    // On a slow machine it has to say so again before other sites were seen to go on.
    let refusing = true;
    const during: number[] = [];
    world.internet.on('https://busy.example/show.xml', (_request, response) => {
      const now = Date.now();
      if (now < busyUntil) during.push((during.pop() ?? 0) + 1);
      // After the second episode it has had enough, for eight seconds.
      else if (++answered >= 5 && refusing) {
        busyUntil = now + 8000;
        during.push(0);
      }
      if (now < busyUntil) {
        response.writeHead(429, { 'retry-after': '8', 'content-type': 'text/plain' }).end('slow down');
        return;
      }
      response
        .writeHead(200, { 'content-type': feedType })
        .end(showFeed('Busy Kiln', 30).replaceAll('"/kiln.vtt"', `"https://words.example/kiln.vtt"`));
    });
    world.internet.on('https://words.example/kiln.vtt', { body: vtt, type: 'text/vtt' });
    const began = Date.now();
    await queue(client, 'https://busy.example/show.xml', upTo(8));
    const waiting = await waitFor('a run that waits for the site', async () => {
      const { items } = await client.rpc.content.running.query();
      return items.find(({ run }) => run.code === 'waiting_site');
    });
    expect(Date.parse(String(waiting.run.params.until))).toBeGreaterThan(began);
    // Looking further into it would disturb the site too.
    const look = () => client.rpc.ingest.openListing.mutate({ url: 'https://busy.example/show.xml' });
    await waitFor('the refusal', async () =>
      codeOf(await look().catch((error: unknown) => error)) === 'site_wait' ? true : undefined,
    );
    world.site.on('/calm', { body: articleHtml('The Calm Oven') });
    const calm = await settled(client, await submit(client, `${world.site.url}/calm`));
    expect(calm.status).toBe('completed');
    expect((await client.rpc.content.running.query()).batches).toMatchObject([{ title: 'Busy Kiln', total: 8 }]);
    refusing = false;
    await idle(client);
    const rows = (await records(client)).filter((row) => row.title.startsWith('Busy Kiln'));
    expect(rows).toHaveLength(8);
    expect(rows.every((row) => row.status === 'completed')).toBe(true);
    // Only those that were under way when it said so had asked it.
    expect(Math.max(...during)).toBeLessThanOrEqual(3);
  });

  test('SUM-02 the rest of a batch can be cancelled, and finished notes stay, and other batches', async () => {
    const [client, other] = [world.client(), world.client()];
    const waiting: (() => void)[] = [];
    let held = true;
    world.internet.on('https://held.example/show.xml', {
      body: showFeed('Held Kiln', 2).replaceAll('"/kiln.vtt"', '"https://held.example/kiln.vtt"'),
      type: feedType,
    });
    world.internet.on('https://held.example/kiln.vtt', (_request, response) => {
      // An answer that has begun may take longer than one that has not.
      response.writeHead(200, { 'content-type': 'text/vtt' }).flushHeaders();
      const answer = () => response.end(vtt);
      if (held) waiting.push(answer);
      else answer();
    });
    world.site.on('/many.xml', { body: showFeed('Many Kiln', 150), type: feedType });
    await queue(client, `${world.site.url}/many.xml`, upTo(150));
    await queue(client, 'https://held.example/show.xml', [0]);
    await queue(other, 'https://held.example/show.xml', [1]);
    const batch = await waitFor('the first notes', async () => {
      const found = (await client.rpc.content.running.query()).batches.find(({ title }) => title === 'Many Kiln');
      return found && found.done >= 2 ? found : undefined;
    });
    const theirs = await other.rpc.ingest.cancelBatch.mutate({ batchId: batch.batchId }).catch((error: unknown) => error);
    expect(codeOf(theirs)).toBe('not_found');
    const { cancelled } = await client.rpc.ingest.cancelBatch.mutate({ batchId: batch.batchId });
    expect(cancelled).toBeGreaterThan(0);
    for (const [by, number] of [
      [client, 2],
      [other, 1],
    ] as const)
      expect(await by.rpc.content.running.query()).toMatchObject({
        items: [{ title: `Held Kiln ${number}` }],
        batches: [{ title: 'Held Kiln', total: 1, done: 0 }],
      });
    const { count } = await client.rpc.user.videos.query({});
    expect(count).toBe(151);
    held = false;
    for (const answer of waiting) answer();
    await Promise.all([idle(client), idle(other)]);
    for (const by of [client, other])
      expect((await records(by)).filter(({ title }) => title.startsWith('Held'))).toMatchObject([{ status: 'completed' }]);
    const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    const states = await query<{ status: string; count: number }>(
      "select status, count(*)::int as count from contents where title like 'Many Kiln%' group by status",
    );
    await close();
    expect(Object.fromEntries(states.map((row) => [row.status, row.count]))).toEqual({ completed: 150 - cancelled, cancelled });
  });

  test('SUM-02 invalid queue requests are refused as a whole: too many, not listed, not a list', async () => {
    const client = world.client();
    world.site.on('/wide.xml', { body: showFeed('Wide Kiln', 250), type: feedType });
    const { listingId } = await client.rpc.ingest.openListing.mutate({ url: `${world.site.url}/wide.xml` });
    for (const positions of [upTo(201), [250], []]) {
      const refused = await client.rpc.ingest.queueItems
        .mutate({ listingId, positions, noteLanguage: 'en' })
        .catch((error: unknown) => error);
      expect(codeOf(refused)).toBe('bad_request');
    }
    world.site.on('/page', { body: articleHtml('The Lone Oven') });
    world.site.on('/empty.xml', { body: showFeed('Empty Kiln', 0), type: feedType });
    for (const path of ['/page', '/empty.xml']) {
      const refused = await client.rpc.ingest.openListing
        .mutate({ url: `${world.site.url}${path}` })
        .catch((error: unknown) => error);
      expect(codeOf(refused)).toBe('input_unsupported');
    }
    expect((await client.rpc.content.running.query()).batches).toEqual([]);
    expect(await records(client)).toEqual([]);
  });
});

describe('with interrupted workers', () => {
  let world: World;
  let workers: TestServer[] = [];
  beforeAll(async () => {
    world = await startWorld({ role: 'web' });
    world.site.on('/kiln.vtt', { body: vtt, type: 'text/vtt' });
  });
  afterEach(async () => {
    for (const worker of workers) await worker.kill();
    workers = [];
  });
  afterAll(() => world.close());

  async function startWorker({ pace = '1' } = {}): Promise<TestServer> {
    const worker = await startTestServer({
      role: 'worker',
      database: world.database,
      dataDir: world.server.dataDir,
      env: { WORKER_CONCURRENCY: '1', SITE_PACE: pace, GLEANER_FETCH_ALLOW: world.site.host, GLEANER_REPLAY: world.internet.url },
    });
    workers.push(worker);
    return worker;
  }

  test('SUM-02 SUM-08 a worker killed in the middle of a batch leaves the rest to the next', async () => {
    const client = world.client();
    world.site.on('/cut.xml', { body: showFeed('Cut Kiln', 20), type: feedType });
    await queue(client, `${world.site.url}/cut.xml`, upTo(12));
    const first = await startWorker();
    const before = await waitFor('some notes', async () => {
      const [batch] = (await client.rpc.content.running.query()).batches;
      return batch && batch.done >= 3 ? batch : undefined;
    });
    expect(before.done).toBeLessThan(12);
    await first.kill();
    await missHeartbeats(world.database);
    await startWorker();
    await idle(client);
    const rows = await records(client);
    expect(rows).toHaveLength(12);
    expect(rows.every((row) => row.status === 'completed')).toBe(true);
  });

  test('SUM-02 a single link is processed before batches, and one user’s batch does not block another’s', {
    timeout: 240_000,
  }, async () => {
    const [many, few, lone] = [world.client(), world.client(), world.client()];
    world.site.on('/crowd.xml', { body: showFeed('Crowd Kiln', 40), type: feedType });
    world.site.on('/group.xml', { body: showFeed('Group Kiln', 40), type: feedType });
    world.site.on('/lone', { body: articleHtml('The Lonely Oven') });
    await queue(many, `${world.site.url}/crowd.xml`, upTo(24));
    await queue(few, `${world.site.url}/group.xml`, upTo(4));
    const contentId = await submit(lone, `${world.site.url}/lone`);
    // The order is the same at any pace.
    await startWorker({ pace: '0.1' });
    await settled(lone, contentId);
    await Promise.all([idle(many, 200_000), idle(few, 200_000)]);
    const { query, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    const ended = await query<{ url: string }>(
      `select s.url from runs r join sources s on s.id = r.source_id
       where s.url like '%/crowd.xml%' or s.url like '%/group.xml%' or s.url like '%/lone' order by r.finished_at`,
    );
    await close();
    const order = ended.map(({ url }) => (url.includes('crowd') ? 'crowd' : url.includes('group') ? 'group' : 'lone'));
    expect(order).toHaveLength(29);
    expect(order.indexOf('lone')).toBeLessThanOrEqual(1);
    // Four of one user and four of the other, about by turns; twenty of the first remain.
    expect(order.lastIndexOf('group')).toBeLessThan(13);
  });

  test('SUM-02 a block puts off the runs of its site, and none of other sites', async () => {
    const client = world.client();
    const pages = ['https://curt.example/one', 'https://curt.example/two', 'https://kind.example/one'];
    const ids = [];
    for (const url of pages) ids.push(await submit(client, url));
    const database = createDatabase(world.database, { max: 2, applicationName: 'test' });
    const rows = await database.query<{ run: string }>(
      'select active_run_id as run from contents where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
      [ids],
    );
    const runs = rows.map(({ run }) => run);
    const putOff: string[] = [];
    const announced: string[] = [];
    const tasks = {
      lock: async () => undefined,
      reschedule: async (_tx: unknown, _kind: unknown, jobs: { taskId: string }[]) =>
        void putOff.push(...jobs.map(({ taskId }) => taskId)),
      announce: async (_tx: unknown, stages: { taskId: string }[]) => void announced.push(...stages.map(({ taskId }) => taskId)),
    };
    const services = { db: database.db, tasks } as unknown as Services;
    const sentAway = { runId: runs[0] ?? '', url: pages[0] ?? '', code: 'site_wait', askedMs: 60_000 } as const;
    const { afterMs } = await blockSite(services, sentAway);
    expect(afterMs).toBeGreaterThan(50_000);
    expect([putOff, announced]).toEqual([runs.slice(0, 2), runs.slice(0, 2)]);
    const waits = await database.query<{ until: Date | null }>(
      'select until from run_waits where run_id = any($1::uuid[]) order by array_position($1::uuid[], run_id)',
      [runs],
    );
    expect(waits.map(({ until }) => until !== null)).toEqual([true, true, false]);
    await database.close();
    for (const contentId of ids) await client.rpc.content.cancel.mutate({ contentId });
  });

  test('SUM-02 a block survives a restart and spends no attempt', async () => {
    const client = world.client();
    let answers = 0;
    world.internet.on('https://stern.example/show.xml', (_request, response) => {
      // The listing, then four refusals: more than a failing run has attempts.
      const refused = ++answers > 1 && answers <= 5;
      if (refused) response.writeHead(429, { 'retry-after': '1' }).end('slow down');
      else
        response
          .writeHead(200, { 'content-type': feedType })
          .end(showFeed('Stern Kiln', 3).replaceAll('"/kiln.vtt"', '"https://words.example/kiln.vtt"'));
    });
    world.internet.on('https://words.example/kiln.vtt', { body: vtt, type: 'text/vtt' });
    await queue(client, 'https://stern.example/show.xml', [0]);
    const first = await startWorker();
    await waitFor('two refusals', () => (answers >= 3 ? true : undefined));
    await first.kill();
    await startWorker();
    await idle(client);
    const [row] = await records(client);
    expect(row).toMatchObject({ title: 'Stern Kiln 3', status: 'completed' });
    expect(answers).toBeGreaterThan(6);
  });
});

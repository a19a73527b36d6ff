/**
 * A library of realistic notes, zh and en: each list and search call against the same result by hand-written SQL over the same kind of
 * connection, in turn in one run; what a row and an index row cost; and the page in Chromium on a processor slowed down four times.
 * `ratio` is without what every call takes (the way there, the session, the frame). `node bench/library.bench.ts 10000 90000`: notes of
 * the one user, and of others. Loopback only; some minutes, most of them for making the data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { createDatabase, type Query } from '#db/client.ts';
import { indexStale, settleIndex } from '#features/library/server/search-index.ts';
import { gramsOfTerms } from '#lib/text/search-grams.ts';
import { cloneDatabase, startPackagedCluster } from '../tests/harness/database/databases.ts';
import { commonWord, fillLibrary, rareWord } from '../tests/harness/database/realistic-library.ts';
import { watchLongTasks } from '../tests/harness/files/long-recording.ts';
import { createTestClient, type TestClient } from '../tests/harness/http/client.ts';
import { startTestServer } from '../tests/harness/http/server.ts';

const [own = 10_000, others = 10_000] = process.argv.slice(2).map(Number);
const rounds = 21;
const warmups = 8;
const targetRatio = 1.5;
const slowdown = 4;
const longTaskMs = 50;
const screens = 20;

function row(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(38)}${cells.map((cell) => cell.padStart(12)).join('')}\n`);
}

const columns = `c.id, c.title, c.source_url, c.kind, c.cover_blob, c.note_excerpt, c.note_tags, c.content_type, c.status, c.problem_code,
  c.problem_params, c.published_at, c.created_at, c.updated_at, c.description, c.duration_ms, c.active_run_id, r.progress,
  (select count(*)::int from user_content_highlights h where h.user_id = c.user_id and h.content_id = c.id and h.deleted_at is null) as highlights`;
const order = 'order by c.updated_at desc, c.id desc';
const typeCounts = 'select content_type, count(*)::int from contents where user_id = $1 group by content_type';

type ByHand = (query: Query, userId: string) => Promise<unknown>;

const listByHand =
  (condition = 'true', counted = false): ByHand =>
  (query, userId) =>
    Promise.all([
      query(
        `select ${columns} from contents c left join tasks r on r.id = c.active_run_id where c.user_id = $1 and ${condition} ${order} limit 31`,
        [userId],
      ),
      query(typeCounts, [userId]),
      ...(counted ? [query(`select count(*)::int from contents c where c.user_id = $1 and ${condition}`, [userId])] : []),
    ]);

const pageByHand =
  (page: number): ByHand =>
  (query, userId) =>
    Promise.all([
      query(
        `with ids as (select id from contents c where user_id = $1 ${order} limit 30 offset ${(page - 1) * 30})
         select ${columns} from ids join contents c using (id) left join tasks r on r.id = c.active_run_id where c.user_id = $1 ${order}`,
        [userId],
      ),
      query(typeCounts, [userId]),
    ]);

/** The same rows in the same order with the same places, in one statement. */
const searchByHand =
  (word: string): ByHand =>
  (query, userId) =>
    query(
      `with hits as (
         select c.id, case when strpos(s.title, $3) > 0 then 0 else 1 end as rank from library_search s
         join contents c on c.user_id = s.user_id and c.id = s.content_id
         where s.user_id = $1 and s.part = 'note' and s.grams @> $2::int[]
           and (strpos(s.title, $3) > 0 or strpos(s.folded, $3) > 0 or strpos(s.description, $3) > 0)
         order by 2, c.updated_at desc, c.id desc limit 1000)
       select hits.rank, substr(s.plain, greatest(1, strpos(s.folded, $3) - 40), 160) as snippet, ${columns}
       from hits join contents c on c.id = hits.id and c.user_id = $1 left join tasks r on r.id = c.active_run_id
       join library_search s on s.user_id = $1 and s.content_id = c.id and s.part = 'note'
       order by hits.rank, c.updated_at desc, c.id desc`,
      [userId, gramsOfTerms([word]), word],
    );

const calls: { name: string; path: string; input: object; byHand: ByHand }[] = [
  { name: 'user.videos', path: 'user.videos', input: {}, byHand: listByHand() },
  {
    name: 'user.videos of a tag',
    path: 'user.videos',
    input: { tag: '河流' },
    byHand: listByHand(`c.note_tags @> '{河流}'`, true),
  },
  { name: 'user.videos with todos', path: 'user.videos', input: { todo: true }, byHand: listByHand('c.open_todos > 0', true) },
  { name: 'user.videosByPage, first', path: 'user.videosByPage', input: { page: 1 }, byHand: pageByHand(1) },
  {
    name: 'user.videosByPage, middle',
    path: 'user.videosByPage',
    input: { page: Math.ceil(own / 60) },
    byHand: pageByHand(Math.ceil(own / 60)),
  },
  { name: `search, rare`, path: 'user.searchVideos', input: { keyword: rareWord }, byHand: searchByHand(rareWord) },
  { name: `search, common`, path: 'user.searchVideos', input: { keyword: commonWord }, byHand: searchByHand(commonWord) },
  { name: `search, English`, path: 'user.searchVideos', input: { keyword: 'orchard' }, byHand: searchByHand('orchard') },
];

/** The median of each, in ms, in turn. */
async function medians(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = -warmups; round < rounds; round++)
    for (const [place, work] of works.entries()) {
      const started = performance.now();
      await work();
      if (round >= 0) times[place]?.push(performance.now() - started);
    }
  return times.map((of) => of.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}

/** Bytes of the answer as they are, and its rows. */
async function ask(client: TestClient, path: string, input?: object): Promise<{ bytes: number; rows: number }> {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await client.fetch(`/api/trpc/${path}${query}`, {
    headers: { 'x-gleaner': '1', 'accept-encoding': 'identity' },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  const { data } = (JSON.parse(text) as { result: { data: { uniqueVideos?: unknown[]; searchResults?: unknown[] } } }).result;
  return { bytes: Buffer.byteLength(text), rows: (data.searchResults ?? data.uniqueVideos ?? []).length };
}

async function measureCalls(client: TestClient, query: Query, userId: string): Promise<void> {
  row('', 'rows', 'bytes/row', 'call', 'frame', 'SQL', 'ratio');
  for (const { name, path, input, byHand } of calls) {
    const { bytes, rows } = await ask(client, path, input);
    const [call = 0, frame = 0, hand = 0] = await medians(
      () => ask(client, path, input),
      () => ask(client, 'account.me'),
      () => byHand(query, userId),
    );
    const ratio = Math.max(0, call - frame) / hand;
    const figures = [String(rows), (bytes / Math.max(1, rows)).toFixed(0), `${call.toFixed(1)} ms`, `${frame.toFixed(1)} ms`];
    row(name, ...figures, `${hand.toFixed(1)} ms`, `${ratio.toFixed(2)}${ratio > targetRatio ? ' OVER' : ''}`);
  }
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 2 ** 20;
}

async function measurePage(context: BrowserContext, url: string): Promise<void> {
  row('', 'open', 'tasks > 50', 'longest', 'heap before', `after ${screens}`);
  for (const view of ['gallery', 'masonry', 'list', 'table']) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const started = performance.now();
    await page.goto(`${url}/user/videos?viewType=${view}`);
    await page.locator('main a[href^="/content/"]').first().waitFor();
    await page.getByRole('searchbox').click();
    const openMs = performance.now() - started;
    await sleep(1500);
    const before = await heapMb(page);
    await page.mouse.move(700, 600);
    const read = await watchLongTasks(page);
    for (let screen = 0; screen < screens; screen++)
      for (let step = 0; step < 3; step++) {
        await page.mouse.wheel(0, 300);
        await sleep(80);
      }
    await sleep(500);
    const tasks = (await read()).filter((ms) => ms > longTaskMs);
    const figures = [`${openMs.toFixed(0)} ms`, String(tasks.length), `${Math.max(0, ...tasks).toFixed(0)} ms`];
    row(view, ...figures, `${before.toFixed(1)} MB`, `${(await heapMb(page)).toFixed(1)} MB`);
    await page.close();
  }
}

const cluster = await startPackagedCluster();
const database = await cloneDatabase(cluster.connection);
const server = await startTestServer({ role: 'web', database: database.connection });
const { db, query, close } = createDatabase(database.connection, { max: 4, applicationName: 'bench' });
try {
  const client = createTestClient(server.url);
  await client.rpc.account.ensure.mutate();
  const userId = (await client.rpc.account.me.query()).user?.id ?? '';
  await query(`insert into "user" (id, name, email) values ('others', 'Others', 'others@example.org')`);
  await fillLibrary(db, { userId, notes: own });
  await fillLibrary(db, { userId: 'others', notes: others, from: own, seed: 2 });
  const started = performance.now();
  const indexed = await indexStale(db, { most: own + others });
  await settleIndex(db);
  row('index rows written', `${((performance.now() - started) / indexed).toFixed(1)} ms each`);
  await query('vacuum (analyze)');
  process.stdout.write(`\n${own} notes of one user among ${own + others}\n`);
  await measureCalls(client, query, userId);
  const browser = await chromium.launch({
    executablePath: process.env.GLEANER_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    const [name = '', value = ''] = client.cookie().split(/=(.*)/s);
    await context.addCookies([{ name, value, url: server.url }]);
    await context.addInitScript(`localStorage.setItem('gleaner.tour.v1.guest', 'shown')`);
    process.stdout.write(`\nThe page, on a processor slowed down ${slowdown} times\n`);
    await measurePage(context, server.url);
  } finally {
    await browser.close();
  }
} finally {
  await close();
  await server.stop();
  server.remove();
  await database.drop();
  await cluster.stop();
}

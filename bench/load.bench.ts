/**
 * The main calls with 160,000 contents in the database, of a user with 10,000 and of one with 100,000, each against the
 * same SQL by hand over the same kind of connection. A PostgreSQL of this machine over TCP where there is one, else the
 * packaged one. `ratio` is without what every call takes: the way there, the session, the frame. Also what 200 event
 * streams take. Loopback only; two minutes, most of them for making the data.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, openSession, type Query } from '#db/client.ts';
import { createTestClient, type TestClient } from '../tests/harness/client.ts';
import { cloneDatabase, startPackagedCluster, startSystemCluster } from '../tests/harness/databases.ts';
import { seedLibrary } from '../tests/harness/seed-library.ts';
import { startTestServer, type TestServer } from '../tests/harness/server.ts';

const sizes = { medium: 10_000, large: 100_000 };
const others = 50_000;
const rounds = 25;
const lanes = 10;
const streams = 200;
const targetRatio = 1.5;
const targetStreamsMb = 25;

type Person = { name: string; userId: string; client: TestClient; contentId: string };
type Measured = { name: string; path: string; input?: object; byHand: (query: Query, person: Person) => Promise<unknown> };

function row(...cells: readonly [string, ...string[]]): void {
  const [name, ...rest] = cells;
  process.stdout.write(`${name.padEnd(34)}${rest.map((cell) => cell.padStart(13)).join('')}\n`);
}

const recordColumns = `c.id, c.title, c.source_url, c.kind, c.cover_blob, c.note, c.content_type, c.status, c.problem_code, c.published_at,
  c.created_at, c.updated_at, c.description, c.duration_ms, c.active_run_id, r.stage,
  (select count(*)::int from user_content_highlights h where h.content_id = c.id and h.deleted_at is null) as highlights`;

function pageOf(type?: string) {
  return (query: Query, { userId }: Person) =>
    Promise.all([
      query(
        `select ${recordColumns} from contents c left join runs r on r.id = c.active_run_id
         where c.user_id = $1 ${type ? `and c.content_type = '${type}'` : ''} order by c.updated_at desc, c.id desc limit 31`,
        [userId],
      ),
      query('select content_type, count(*)::int from contents where user_id = $1 group by content_type', [userId]),
    ]);
}

function highlightsOf(colour?: string) {
  const wanted = `h.user_id = $1 and h.deleted_at is null ${colour ? `and h.colour = '${colour}'` : ''}`;
  return (query: Query, { userId }: Person) =>
    Promise.all([
      query(
        `select h.*, c.title, c.source_url from user_content_highlights h join contents c on c.id = h.content_id
         where ${wanted} order by h.created_at desc nulls last, h.id desc nulls last limit 31`,
        [userId],
      ),
      query(`select count(*)::int from user_content_highlights h where ${wanted}`, [userId]),
    ]);
}

const calls: Measured[] = [
  { name: 'user.videos', path: 'user.videos', input: { limit: 30 }, byHand: pageOf() },
  { name: 'user.videos of a type', path: 'user.videos', input: { limit: 30, type: 'audio' }, byHand: pageOf('audio') },
  { name: 'highlights.list', path: 'highlights.list', input: { limit: 30 }, byHand: highlightsOf() },
  {
    name: 'highlights.list of a colour',
    path: 'highlights.list',
    input: { limit: 30, colour: 'pink' },
    byHand: highlightsOf('pink'),
  },
  {
    name: 'content.detail, an hour of speech',
    path: 'content.detail',
    byHand: (query, { userId, contentId }) =>
      query(
        `select c.*, e.data, v.method, v.model, v.outline, v.coverage, r.stage from contents c
         left join extractions e on e.id = c.extraction_id left join note_versions v on v.id = c.note_version_id
         left join runs r on r.id = c.active_run_id where c.id = $1 and c.user_id = $2`,
        [contentId, userId],
      ),
  },
  {
    name: 'content.running',
    path: 'content.running',
    byHand: (query, { userId }) =>
      query('select c.id, c.title, r.stage from contents c join runs r on r.id = c.active_run_id where c.user_id = $1', [userId]),
  },
  {
    name: 'share.listUserCollections',
    path: 'share.listUserCollections',
    byHand: (query, { userId }) =>
      query(
        `select c.*, (select count(*)::int from collection_items i where i.user_id = c.user_id and i.collection_id = c.id)
         from collections c where user_id = $1 order by updated_at desc nulls last, id desc nulls last limit 500`,
        [userId],
      ),
  },
];

async function median(work: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < 5; round++) await work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

/** How many a second, ten at once. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const lane = async () => {
    for (let round = 0; round < 4; round++) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (lanes * 4) / ((performance.now() - started) / 1000);
}

/** Not compressed, as rows of the database are not. */
async function ask({ client }: Person, path: string, input?: object): Promise<unknown> {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await client.fetch(`/api/trpc/${path}${query}`, {
    headers: { 'x-gleaner': '1', 'accept-encoding': 'identity' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function measureCalls(query: Query, person: Person): Promise<void> {
  const frame = await median(() => ask(person, 'account.me'));
  process.stdout.write(`\n${person.name}; a call that reads only its session: ${frame.toFixed(1)} ms\n`);
  row('', 'call p50', 'without it', 'SQL p50', 'ratio', 'calls/s', 'SQL/s');
  for (const { name, path, input, byHand } of calls) {
    const given = path === 'content.detail' ? { contentId: person.contentId } : input;
    const [call, hand] = [await median(() => ask(person, path, given)), await median(() => byHand(query, person))];
    const own = Math.max(0, call - frame);
    const ratio = own / hand;
    const [callRate, handRate] = [await rate(() => ask(person, path, given)), await rate(() => byHand(query, person))];
    const figures = [`${call.toFixed(1)} ms`, `${own.toFixed(1)} ms`, `${hand.toFixed(1)} ms`, ratio.toFixed(2)];
    row(name, ...figures, callRate.toFixed(0), `${handRate.toFixed(0)}${ratio > targetRatio ? '  OVER' : ''}`);
  }
}

/** Memory of a process in MB. Linux only. */
function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

async function measureStreams(server: TestServer, { client }: Person): Promise<void> {
  if (process.platform !== 'linux') return;
  const before = residentMb(server.pid);
  const controller = new AbortController();
  const open = Array.from({ length: streams }, async () => {
    const response = await client.fetch('/api/trpc/content.progress?input={}', {
      headers: { accept: 'text/event-stream', 'x-gleaner': '1' },
      signal: controller.signal,
    });
    if (!response.ok || !response.body) throw new Error(`content.progress: ${response.status}`);
    return response;
  });
  await Promise.all(open);
  // Two pings of each.
  await sleep(11_000);
  const taken = residentMb(server.pid) - before;
  controller.abort();
  await sleep(500);
  row(`\n${streams} event streams`, `${taken.toFixed(1)} MB`, taken > targetStreamsMb ? 'OVER' : `of ${targetStreamsMb}`);
}

const cluster = (await startSystemCluster()) ?? (await startPackagedCluster());
const database = await cloneDatabase(cluster.connection);
const server = await startTestServer({ role: 'web', database: database.connection });
try {
  const session = await openSession(database.connection, { applicationName: 'bench' });
  const people: Person[] = [];
  for (const name of Object.keys(sizes)) {
    const client = createTestClient(server.url);
    await client.rpc.account.ensure.mutate();
    const userId = (await client.rpc.account.me.query()).user?.id ?? '';
    people.push({ name, userId, client, contentId: '' });
  }
  const contents = Object.fromEntries(people.map(({ userId, name }) => [userId, sizes[name as keyof typeof sizes]]));
  const started = performance.now();
  await seedLibrary(session.db, { contents, others, noteSentences: 12, lines: 8 });
  for (const person of people) {
    const page = await person.client.rpc.user.videos.query({ limit: 1 });
    person.contentId = page.uniqueVideos[0]?.content_id ?? '';
    await session.query(
      `update extractions set data = jsonb_set(data, '{transcript,segments}', (
         select jsonb_agg(jsonb_build_object('id', line, 'startMs', line * 4000, 'endMs', line * 4000 + 3900,
           'text', 'Line ' || line || ' says what the keeper of the lock wrote down ' || md5(line::text)) order by line)
         from generate_series(0, 899) line))
       where id = (select extraction_id from contents where id = $1)`,
      [person.contentId],
    );
  }
  process.stdout.write(`${cluster.name}; made in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  const pool = createDatabase(database.connection, { max: lanes, applicationName: 'bench' });
  for (const person of people) await measureCalls(pool.query, person);
  const [first] = people;
  if (first) await measureStreams(server, first);
  await pool.close();
  await session.close();
} finally {
  await server.stop();
  server.remove();
  await database.drop();
  await cluster.stop();
}

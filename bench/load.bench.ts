/**
 * The main calls with 160,000 contents in the database, of a user with 10,000 and of one with 100,000, each against the
 * same SQL by hand over the same kind of connection: the same rows and columns, the caller's own only. A PostgreSQL of
 * this machine over TCP where there is one, else the packaged one. `ratio` is without what every call takes: the round
 * trip, the session, the frame. The three are measured in turn, so that other work of the machine slows all of
 * them. Also measures 200 event streams. Loopback only; two minutes, most of them for making the data.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, openSession, type Query } from '#db/client.ts';
import { cloneDatabase, startPackagedCluster, startSystemCluster } from '../tests/harness/database/databases.ts';
import { seedLibrary } from '../tests/harness/database/seed-library.ts';
import { createTestClient, type TestClient } from '../tests/harness/http/client.ts';
import { startTestServer, type TestServer } from '../tests/harness/http/server.ts';

const sizes = { medium: 10_000, large: 100_000 };
const others = 50_000;
const rounds = 50;
/** Calls before the measurement, so that their code is compiled. */
const warmups = 30;
const lanes = 10;
const streams = 200;
/** One user may have 30 open. */
const streamsOfOne = 25;
const targetRatio = 1.5;
const targetStreamsMb = 25;

/** Lines of the two contents whose pages are measured: an hour and ten hours of speech, a line every four seconds. */
const recordings = { hour: 900, tenHours: 9000 };

type Person = { name: string; userId: string; client: TestClient; contents: Record<keyof typeof recordings, string> };
type Measured = {
  name: string;
  path: string;
  input?: object | ((person: Person) => object);
  /** Makes the data that is measured, which stays afterwards. */
  prepare?: (query: Query, person: Person) => Promise<unknown>;
  byHand: (query: Query, person: Person) => Promise<unknown>;
};

function row(...cells: readonly [string, ...string[]]): void {
  const [name, ...rest] = cells;
  process.stdout.write(`${name.padEnd(34)}${rest.map((cell) => cell.padStart(13)).join('')}\n`);
}

const recordColumns = `c.id, c.title, c.source_url, c.kind, c.cover_blob, c.note_excerpt, c.note_tags, c.content_type, c.status, c.problem_code, c.published_at,
  c.created_at, c.updated_at, c.description, c.duration_ms, c.active_run_id, r.progress,
  (select count(*)::int from user_content_highlights h where h.content_id = c.id and h.deleted_at is null) as highlights`;

function pageOf(type?: string) {
  return (query: Query, { userId }: Person) =>
    Promise.all([
      query(
        `select ${recordColumns} from contents c left join tasks r on r.id = c.active_run_id
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
        `select h.id, h.content_id, h.highlight_text, h.scope, h.section_id, h.content_key, h.comment, h.colour, h.created_at,
           h.updated_at, c.title, c.source_url
         from user_content_highlights h join contents c on c.id = h.content_id and c.user_id = h.user_id
         where ${wanted} order by h.created_at desc nulls last, h.id desc nulls last limit 31`,
        [userId],
      ),
      query(`select count(*)::int from user_content_highlights h where ${wanted}`, [userId]),
    ]);
}

/** The contents under way, and their batches. */
function underWayOf(query: Query, { userId }: Person) {
  const batchesOf = async () => {
    const open = await query(
      `select distinct i.batch_id as id from contents c
       join batch_items i on i.content_id = c.id and i.run_id = c.active_run_id
       where c.user_id = $1 and c.active_run_id is not null`,
      [userId],
    );
    if (open.length === 0) return;
    const moves = 'c.active_run_id = i.run_id';
    await query(
      `select b.id, b.title, b.url, count(*)::int as total, (count(*) filter (where ${moves}))::int as remaining,
         (count(*) filter (where ${moves} and r.state = 'running' and coalesce(r.progress ->> 'stage', 'queued') <> 'queued'))::int as active,
         (count(*) filter (where ${moves} is not true and c.status = 'failed'))::int as failed,
         (count(*) filter (where ${moves} is not true and c.status = 'cancelled'))::int as cancelled,
         min(w.until) filter (where ${moves} and w.waiting) as until
       from batches b join batch_items i on i.batch_id = b.id join contents c on c.id = i.content_id
       left join tasks r on r.id = i.run_id left join run_waits w on w.run_id = r.id
       where b.user_id = $1 and b.id = any($2) group by b.id order by b.created_at desc limit 20`,
      [userId, open.map(({ id }) => id)],
    );
  };
  return Promise.all([
    query(
      `select c.id, c.title, c.kind, c.source_url, c.cover_blob, r.progress,
         (select batch_id from batch_items i where i.content_id = c.id and i.run_id = r.id limit 1) as batch
       from contents c join tasks r on r.id = c.active_run_id where c.user_id = $1 and c.active_run_id is not null
       order by coalesce(r.progress ->> 'stage', 'queued') = 'queued', c.updated_at desc limit 200`,
      [userId],
    ),
    batchesOf(),
  ]);
}

/** The calls of a content's page: all of it, as before it was split, and its parts. */
function pageCalls(label: string, recording: keyof typeof recordings): Measured[] {
  const contentOf = (person: Person) => person.contents[recording];
  const input = (person: Person) => ({ contentId: contentOf(person) });
  const keyOf = (query: Query, { userId }: Person) => query('select * from model_keys where user_id = $1', [userId]);
  const editsOf = (query: Query, person: Person) =>
    query('select id, edit from transcript_edits where user_id = $1 and content_id = $2 order by id', [
      person.userId,
      contentOf(person),
    ]);
  const contentWith = (columns: string) => (query: Query, person: Person) =>
    query(
      `select c.*, ${columns}, v.method, v.model, v.coverage, r.progress from contents c
       left join extractions e on e.id = c.extraction_id
       left join note_versions v on v.id = c.note_version_id and v.user_id = c.user_id
       left join tasks r on r.id = c.active_run_id where c.id = $1 and c.user_id = $2`,
      [contentOf(person), person.userId],
    );
  const whole = contentWith('e.data, v.outline');
  const head = contentWith(`(e.data #- '{transcript,segments}') - 'articleMarkdown', v.outline -> 'method'`);
  return [
    {
      name: `content.detail, ${label}`,
      path: 'content.detail',
      input,
      byHand: (query, person) => Promise.all([whole(query, person), editsOf(query, person), keyOf(query, person)]),
    },
    {
      name: `content.overview, ${label}`,
      path: 'content.overview',
      input,
      byHand: (query, person) => Promise.all([head(query, person), keyOf(query, person)]),
    },
    {
      name: `content.transcript, ${label}`,
      path: 'content.transcript',
      input,
      byHand: (query, person) =>
        Promise.all([
          query(
            `select e.data -> 'transcript' from contents c join extractions e on e.id = c.extraction_id where c.id = $1 and c.user_id = $2`,
            [contentOf(person), person.userId],
          ),
          editsOf(query, person),
        ]),
    },
  ];
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
  ...pageCalls('an hour', 'hour'),
  ...pageCalls('ten hours', 'tenHours'),
  { name: 'content.running, nothing', path: 'content.running', byHand: underWayOf },
  {
    name: 'content.running, 20 in batches',
    path: 'content.running',
    prepare: (query, { userId }) =>
      query(
        `update contents c set active_run_id = i.run_id
         from (select i.content_id, i.run_id from batch_items i join contents mine on mine.id = i.content_id
               join batches b on b.id = i.batch_id and b.user_id = mine.user_id where mine.user_id = $1 order by i.batch_id, i.position limit 20) i where c.id = i.content_id`,
        [userId],
      ),
    byHand: underWayOf,
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

/** The medians in ms, measured in turn; the order alternates, as each call is slower after a large answer. */
async function medians(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = -warmups; round < rounds; round++)
    for (let turn = 0; turn < works.length; turn++) {
      const place = (turn * (round % 2 === 0 ? 1 : works.length - 1)) % works.length;
      const started = performance.now();
      await works[place]?.();
      if (round >= 0) times[place]?.push(performance.now() - started);
    }
  return times.map((of) => of.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
}

/** Calls per second, ten at once. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const lane = async () => {
    for (let round = 0; round < 4; round++) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (lanes * 4) / ((performance.now() - started) / 1000);
}

/** Without compression, as rows of the database are not compressed. */
async function ask({ client }: Person, path: string, input?: object): Promise<number> {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await client.fetch(`/api/trpc/${path}${query}`, {
    headers: { 'x-gleaner': '1', 'accept-encoding': 'identity' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  JSON.parse(text);
  return Buffer.byteLength(text);
}

async function measureCalls(query: Query, person: Person): Promise<void> {
  process.stdout.write(`\n${person.name}; the frame is a call that reads only its session\n`);
  row('', 'KB', 'call p50', 'frame', 'without it', 'SQL p50', 'ratio', 'calls/s', 'SQL/s');
  for (const { name, path, input, prepare, byHand } of calls) {
    await prepare?.(query, person);
    const given = typeof input === 'function' ? input(person) : input;
    const bytes = await ask(person, path, given);
    const [call = 0, frame = 0, hand = 0] = await medians(
      () => ask(person, path, given),
      () => ask(person, 'account.me'),
      () => byHand(query, person),
    );
    const own = Math.max(0, call - frame);
    const ratio = own / hand;
    const [callRate, handRate] = [await rate(() => ask(person, path, given)), await rate(() => byHand(query, person))];
    const figures = [
      (bytes / 1000).toFixed(0),
      `${call.toFixed(1)} ms`,
      `${frame.toFixed(1)} ms`,
      `${own.toFixed(1)} ms`,
      `${hand.toFixed(1)} ms`,
      ratio.toFixed(2),
    ];
    row(name, ...figures, callRate.toFixed(0), `${handRate.toFixed(0)}${ratio > targetRatio ? '  OVER' : ''}`);
  }
}

/** Memory of a process in MB. Linux only. */
function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

async function measureStreams(server: TestServer): Promise<void> {
  if (process.platform !== 'linux') return;
  const guests = Array.from({ length: Math.ceil(streams / streamsOfOne) }, () => createTestClient(server.url));
  for (const client of guests) await client.rpc.account.ensure.mutate();
  const before = residentMb(server.pid);
  const controller = new AbortController();
  const open = Array.from({ length: streams }, async (_, at) => {
    const response = await guests[at % guests.length]?.fetch('/api/trpc/content.progress?input={}', {
      headers: { accept: 'text/event-stream', 'x-gleaner': '1' },
      signal: controller.signal,
    });
    if (!response?.ok || !response.body) throw new Error(`content.progress: ${response?.status}`);
    return response;
  });
  await Promise.all(open);
  // Time for two pings of each stream.
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
    people.push({ name, userId, client, contents: { hour: '', tenHours: '' } });
  }
  const contents = Object.fromEntries(people.map(({ userId, name }) => [userId, sizes[name as keyof typeof sizes]]));
  const started = performance.now();
  await seedLibrary(session.db, { contents, others, noteSentences: 12, lines: 8 });
  for (const person of people) {
    const { uniqueVideos } = await person.client.rpc.user.videos.query({ limit: 2 });
    for (const [index, recording] of (['hour', 'tenHours'] as const).entries()) {
      person.contents[recording] = uniqueVideos[index]?.content_id ?? '';
      await session.query(
        `update extractions set data = jsonb_set(data, '{transcript,segments}', (
         select jsonb_agg(jsonb_build_object('id', line, 'startMs', line * 4000, 'endMs', line * 4000 + 3900,
           'text', 'Line ' || line || ' says what the keeper of the lock wrote down ' || md5(line::text)) order by line)
         from generate_series(0, $2::int - 1) line))
       where id = (select extraction_id from contents where id = $1)`,
        [person.contents[recording], recordings[recording]],
      );
    }
  }
  process.stdout.write(`${cluster.name}; made in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  const pool = createDatabase(database.connection, { max: lanes, applicationName: 'bench' });
  for (const person of people) await measureCalls(pool.query, person);
  await measureStreams(server);
  await pool.close();
  await session.close();
} finally {
  await server.stop();
  server.remove();
  await database.drop();
  await cluster.stop();
}

/** PostgreSQL ends without a word, many times, while people work: all processes live on, and all work is done once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DatabaseConnection } from '#db/client.ts';
import { cloneDatabase, type SystemCluster, startSystemCluster } from '../harness/database/databases.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { type FakeLlm, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, submit } from './setup.ts';

let llm: FakeLlm;
let site: Site;
let environment: Record<string, string>;
const servers: TestServer[] = [];
beforeAll(async () => {
  [llm, site] = await Promise.all([startFakeLlm(), startSite()]);
  // About two seconds for a note, stored in many pieces.
  llm.script((request) => ({ text: writeNoteFor(request.prompt), pieceLength: 40, delayMs: 30 }));
  environment = {
    OPENAI_BASE_URL: llm.url,
    OPENAI_API_KEY: 'sk-test',
    OPENAI_MODEL: 'fake-model',
    GLEANER_FETCH_ALLOW: site.host,
    WORKER_CONCURRENCY: '3',
  };
});
afterEach(async () => {
  for (const server of servers.splice(0).reverse()) {
    await server.stop();
    server.remove();
  }
});
afterAll(async () => {
  await Promise.all([llm.close(), site.close()]);
});

async function start(options: Parameters<typeof startTestServer>[0]): Promise<TestServer> {
  const server = await startTestServer({ ...options, env: environment });
  servers.push(server);
  return server;
}

type Readiness = { ready: boolean; parts: Record<string, string> };

async function readiness(web: TestServer): Promise<Readiness> {
  const response = await fetch(`${web.url}/readyz`);
  const body = (await response.json()) as Readiness;
  expect(response.status).toBe(body.ready ? 200 : 503);
  return body;
}

const inReadiness = (web: TestServer, ready: boolean) =>
  waitFor(
    ready ? 'readiness' : 'the end of readiness',
    async () => ((await readiness(web)).ready === ready ? true : undefined),
    60_000,
  );

/** Follows the progress of a content to its end, through every loss of the stream. Gives the ends that it was told. */
async function follow(client: TestClient, contentId: string): Promise<string[]> {
  const ends: string[] = [];
  let lastEventId: string | undefined;
  while (ends.length === 0) {
    try {
      for await (const { id, type, data } of client.events('content.progress', { contentId }, { lastEventId })) {
        if (type === 'return' || type === 'serialized-error') break;
        if (id === null) continue;
        lastEventId = id;
        const { event } = data as { event: { type: string } };
        if (['completed', 'failed', 'cancelled'].includes(event.type)) ends.push(event.type);
      }
    } catch {
      // The server could not ask its database.
    }
    await sleep(100);
  }
  return ends;
}

/** What a run of the test needs to know about its database. */
type Loss = {
  /** Ends the server; resolves when readiness has been seen to fail. */
  lose(): Promise<void>;
  /** Resolves when the server is there again. */
  comeBack(): Promise<void>;
};

async function loseManyTimes(web: TestServer, times: number, loss: Loss): Promise<void> {
  const people = [1, 2, 3].map(() => createTestClient(web.url));
  const followed: Promise<string[]>[] = [];
  const contents: { client: TestClient; contentId: string }[] = [];
  for (let round = 0; round < times; round++) {
    const asked = llm.requests.length;
    const read = site.requests.length;
    for (const [person, client] of people.entries()) {
      const path = `/lost-${round}-${person}`;
      site.on(path, { body: articleHtml(`Lost ${round} ${person}`, { paragraphs: 12 }) });
      const contentId = await submit(client, site.url + path);
      contents.push({ client, contentId });
      followed.push(follow(client, contentId));
    }
    // In turn: with jobs just queued, with a page being read, with a note being written.
    if (round % 3 === 1) await waitFor('a page', () => (site.requests.length > read ? true : undefined));
    if (round % 3 === 2) await waitFor('a note', () => (llm.requests.length > asked ? true : undefined));
    await loss.lose();
    await loss.comeBack();
    await inReadiness(web, true);
  }
  for (const { client, contentId } of contents) {
    expect(await settled(client, contentId, 90_000)).toMatchObject({ status: 'completed', problem: null, noteMethod: 'model' });
    expect((await client.rpc.content.versions.query({ contentId })).versions).toHaveLength(1);
  }
  for (const client of people) expect((await client.rpc.user.videos.query({})).count).toBe(times);
  expect(await Promise.all(followed)).toEqual(followed.map(() => ['completed']));
  for (const server of servers) {
    expect(server.isRunning()).toBe(true);
    expect(server.output()).not.toContain('the process ends');
  }
}

/** They come at three points of the work, in turn. `LOSSES=10` takes as many. */
const losses = (usual: number) => Number(process.env.LOSSES ?? usual);

test('a database of one’s own: losses end no process, no work is lost or done twice, readiness tells', {
  timeout: 300_000,
}, async ({ skip }) => {
  const cluster: SystemCluster | null = await startSystemCluster({ outlivesCrashes: true });
  if (!cluster) return skip('there is no system PostgreSQL');
  try {
    const { connection } = await cloneDatabase(cluster.connection);
    const web = await start({ role: 'web', database: connection });
    expect(await readiness(web)).toMatchObject({ ready: false, parts: { database: 'ok', queue: 'ok', workers: 'failed' } });
    await start({ role: 'worker', database: connection, dataDir: web.dataDir });
    await start({ role: 'worker', database: connection, dataDir: web.dataDir });
    await inReadiness(web, true);
    await loseManyTimes(web, losses(6), {
      async lose() {
        await cluster.quit();
        await inReadiness(web, false);
        expect((await readiness(web)).parts).toMatchObject({ database: 'failed', queue: 'failed', workers: 'failed' });
      },
      comeBack: () => cluster.resume(),
    });
  } finally {
    for (const server of servers.splice(0).reverse()) {
      await server.stop();
      server.remove();
    }
    await cluster.stop();
  }
});

test('the packaged database: losses end no process, no work is lost or done twice, readiness tells', {
  timeout: 300_000,
}, async () => {
  const all = await start({});
  const pidFile = join(all.dataDir, 'postgres', 'postmaster.pid');
  const readPidFile = () => readFileSync(pidFile, 'utf8').split('\n');
  const [, , , port, socketDir = ''] = readPidFile();
  const connection: DatabaseConnection = {
    host: socketDir,
    port: Number(port),
    user: 'postgres',
    database: 'gleaner',
    password: null,
  };
  await start({ role: 'worker', database: connection, dataDir: all.dataDir });
  let seen = 0;
  await loseManyTimes(all, losses(3), {
    async lose() {
      const pid = Number(readPidFile()[0]);
      process.kill(pid, 'SIGQUIT');
      // It is back within a second or two, which one look at readiness can miss.
      await waitFor('another server', async () => {
        if (!(await readiness(all)).ready) seen++;
        try {
          const [now, , , , , , , state = ''] = readPidFile();
          return Number(now) !== pid && state.trim() === 'ready' ? true : undefined;
        } catch {
          return undefined;
        }
      });
    },
    comeBack: async () => undefined,
  });
  expect(seen).toBeGreaterThan(0);
});

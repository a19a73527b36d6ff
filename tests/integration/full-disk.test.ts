/** A full disk under the whole program with its packaged database: it says so, deletes, starts, and heals. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { makeWav } from '../harness/files/make-media.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { createUpload, refusalOf, sendPart } from '../harness/http/tus.ts';
import { mountSmallDisk, type SmallDisk } from '../harness/processes/small-disk.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, submit } from './setup.ts';

const megabyte = 1024 ** 2;
const floorBytes = 160 * megabyte;

let disk: SmallDisk | string;
let site: Site;
let server: TestServer | undefined;

async function start(small: SmallDisk, onOutput?: (text: string) => void): Promise<TestServer> {
  server = await startTestServer({
    dataDir: join(small.path, 'data'),
    env: { DISK_FLOOR_BYTES: String(floorBytes), GLEANER_FETCH_ALLOW: site.host },
    ...(onOutput ? { onOutput } : {}),
  });
  return server;
}

beforeAll(async () => {
  site = await startSite();
  site.on('/oven', { body: articleHtml('the stone oven'), type: 'text/html' });
  site.on('/mill', { body: articleHtml('the water mill'), type: 'text/html' });
  site.on('/talk.wav', { body: makeWav(3), type: 'audio/wav' });
  disk = mountSmallDisk(440);
  if (typeof disk !== 'string') await start(disk);
});
afterAll(async () => {
  if (typeof disk !== 'string') disk.clear();
  await server?.stop();
  await site.close();
  if (typeof disk !== 'string') disk.remove();
});

afterEach(() => {
  if (typeof disk !== 'string') disk.clear();
});

function world(context: TestContext): { small: SmallDisk; running: TestServer } {
  if (typeof disk === 'string') return context.skip(disk);
  if (!server) throw new Error('no server');
  return { small: disk, running: server };
}

const pidFile = (running: TestServer) => join(running.dataDir, 'postgres', 'postmaster.pid');

const postmaster = (running: TestServer) => readFileSync(pidFile(running), 'utf8').split('\n');

const killDatabase = (running: TestServer) => process.kill(Number(postmaster(running)[0]), 'SIGKILL');

/** As a power cut: the program, and its database. */
async function killAll(running: TestServer): Promise<void> {
  await running.kill();
  killDatabase(running);
}

async function runWaitingJobs(running: TestServer): Promise<void> {
  const connection = { host: postmaster(running)[4] ?? '', port: 5432, user: 'postgres', database: 'gleaner', password: null };
  const { db, close } = createDatabase(connection, { max: 1, applicationName: 'test' });
  await db.execute(sql`update pgboss.job set start_after = now() where name = 'tasks.note' and state = 'created'`);
  await close();
}

/** What the database frees meanwhile is taken as well. */
async function waitWhileFull(small: SmallDisk, output: () => string, failed: () => Promise<boolean> | boolean): Promise<void> {
  const attempt = async () => {
    small.fill();
    return (await failed()) ? true : undefined;
  };
  await waitFor('a failed attempt', attempt, 60_000).catch((error: unknown) => {
    throw new Error(`no failed attempt: ${output().slice(-4000)}`, { cause: error });
  });
}

type Readiness = { status: number; parts: Record<string, string> };

async function readiness(url: string): Promise<Readiness> {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, ...((await response.json()) as { parts: Record<string, string> }) };
}

function whenReadiness(url: string, wanted: (found: Readiness) => boolean): Promise<Readiness> {
  return waitFor('readiness', async () => {
    const found = await readiness(url);
    return wanted(found) ? found : undefined;
  });
}

const isReady = ({ status, parts }: Readiness) => status === 200 && parts.space === 'ok';

async function upload(asker: TestClient, bytes: Uint8Array): Promise<void> {
  const made = await createUpload(asker, bytes.length);
  expect(made.status).toBe(201);
  const path = new URL(made.headers.get('location') ?? '', 'http://x').pathname;
  expect((await sendPart(asker, path, 0, bytes)).status).toBe(204);
}

describe('a full disk', () => {
  test('refuses files below the floor while all else continues; fetched media waits for space', async (context) => {
    const { small, running } = world(context);
    const asker = createTestClient(running.url);
    small.fill(floorBytes - 8 * megabyte);
    expect(await whenReadiness(running.url, ({ parts }) => parts.space === 'low')).toMatchObject({ status: 200 });
    await asker.rpc.account.ensure.mutate();
    expect(await refusalOf(await createUpload(asker, megabyte))).toMatchObject({ status: 507, code: 'storage_failed' });
    expect(await settled(asker, await submit(asker, `${site.url}/oven`))).toMatchObject({ status: 'completed' });
    const waiting = await submit(asker, `${site.url}/talk.wav`);
    await waitFor('the run to wait for space', async () => {
      const { run } = await asker.rpc.content.detail.query({ contentId: waiting });
      return run?.code === 'waiting_space' ? true : undefined;
    });
    small.clear();
    await runWaitingJobs(running);
    const detail = await settled(asker, waiting);
    expect(detail.problem?.code).not.toBe('storage_failed');
    expect(detail.media).not.toBeNull();
  });

  test('is reported by readiness, refuses writes, allows deletions, and recovers without a restart', async (context) => {
    const { small, running } = world(context);
    const asker = createTestClient(running.url);
    const contentId = await submit(asker, `${site.url}/mill`);
    await settled(asker, contentId);
    const reserve = join(running.dataDir, 'reserve');
    expect(existsSync(reserve)).toBe(true);
    small.fill();
    const full = await whenReadiness(running.url, ({ parts }) => parts.space === 'full');
    expect(full.status).toBe(503);
    await waitFor('the reserve to be given up', () => (existsSync(reserve) ? undefined : true));
    expect(await refusalOf(await createUpload(asker, megabyte))).toMatchObject({ status: 507, code: 'storage_failed' });
    const { results } = await asker.rpc.ingest.submit.mutate({ items: [{ url: `${site.url}/oven?again` }], noteLanguage: 'en' });
    expect(results[0]).toMatchObject({ problem: { code: 'storage_failed' } });
    expect(await asker.rpc.userNote.deleteContentWithCleanup.mutate({ contentId })).toEqual({ deleted: true });
    small.clear();
    expect(await whenReadiness(running.url, isReady)).toMatchObject({ parts: { database: 'ok', storage: 'ok' } });
    expect(existsSync(reserve)).toBe(true);
    await upload(asker, new Uint8Array(megabyte));
  });

  test('without any space fails readiness of database and files, and recovers', async (context) => {
    const { small, running } = world(context);
    small.fill();
    await waitFor('the reserve to be given up', () => (existsSync(join(running.dataDir, 'reserve')) ? undefined : true));
    let found = await readiness(running.url);
    await waitWhileFull(
      small,
      () => running.output(),
      async () => {
        found = await readiness(running.url);
        return found.parts.database === 'failed' && found.parts.storage === 'failed';
      },
    );
    expect(found).toMatchObject({ status: 503, parts: { space: 'full' } });
    small.clear();
    await whenReadiness(running.url, isReady);
  });

  test('lets a killed program start by releasing the reserve', async (context) => {
    const { small, running } = world(context);
    await killAll(running);
    small.fill();
    expect(small.freeBytes()).toBe(0);
    const again = await start(small);
    expect(existsSync(join(again.dataDir, 'reserve'))).toBe(false);
    expect(await readiness(again.url)).toMatchObject({ status: 503, parts: { database: 'ok', space: 'full' } });
    small.clear();
    await whenReadiness(again.url, isReady);
  });

  test('without any space makes a start wait', async (context) => {
    const { small, running } = world(context);
    await killAll(running);
    rmSync(join(running.dataDir, 'reserve'), { force: true });
    small.fill();
    let output = '';
    const starting = start(small, (text) => {
      output += text;
    });
    starting.catch(() => undefined);
    await waitWhileFull(
      small,
      () => output,
      () => output.includes('the disk is full and the database cannot be started'),
    );
    small.clear();
    expect(await whenReadiness((await starting).url, isReady)).toMatchObject({ parts: { database: 'ok' } });
  });

  test('that stops the database restarts it once there is space', async (context) => {
    const { small, running } = world(context);
    small.fill();
    await waitFor('the reserve to be given up', () => (existsSync(join(running.dataDir, 'reserve')) ? undefined : true));
    small.fill();
    let killed = '';
    await waitWhileFull(
      small,
      () => running.output(),
      () => {
        if (running.output().includes('the database server has gone and cannot be started')) return true;
        // It may have started again in the space that its own end freed.
        const [pid = ''] = existsSync(pidFile(running)) ? postmaster(running) : [];
        if (pid !== '' && pid !== killed) killDatabase(running);
        killed = pid;
        return false;
      },
    );
    expect((await readiness(running.url)).status).toBe(503);
    small.clear();
    await whenReadiness(running.url, isReady);
    await waitFor('the data folder to be ours again', () =>
      running.output().includes('the database server had gone and was started again') ? true : undefined,
    );
    await upload(createTestClient(running.url), new Uint8Array(megabyte));
  });
});

/** The program as people start it: its own database in its own folder, health, refusal of a second start, a clean end. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { codeOf, createTestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { waitFor } from '../harness/wait.ts';

const started: TestServer[] = [];
async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  started.push(server);
  return server;
}
afterAll(async () => {
  for (const server of started) {
    await server.stop();
    server.remove();
  }
});

/** Where the packaged database is not what a test is about. */
function clone(): Promise<TestDatabase> {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  return cloneDatabase(cluster.connection);
}

async function readiness(
  server: TestServer,
): Promise<{ status: number; body: { ready: boolean; parts: Record<string, string> } }> {
  const response = await fetch(`${server.url}/readyz`);
  return { status: response.status, body: (await response.json()) as { ready: boolean; parts: Record<string, string> } };
}

describe('with nothing configured', () => {
  let server: TestServer;
  beforeAll(async () => {
    // As it is shipped. The others of this file are about what it does then, and start from the bundle.
    server = await start({ fromSources: true });
  });

  test('starts on the packaged database, prints its address and serves', async () => {
    expect(server.output()).toContain(`data folder: ${server.dataDir}`);
    expect(server.output()).toContain('packaged PostgreSQL');
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ ok: true });
    const { status, body } = await readiness(server);
    expect(status).toBe(200);
    expect(body).toEqual({ ready: true, parts: { database: 'ok', queue: 'ok', workers: 'ok', storage: 'ok', space: 'ok' } });
  });

  test('keeps private files closed to other users', async () => {
    await createTestClient(server.url).rpc.account.ensure.mutate();
    expect(statSync(join(server.dataDir, 'auth-secret')).mode & 0o077).toBe(0);
    expect(statSync(join(server.dataDir, 'files')).mode & 0o077).toBe(0);
    expect(statSync(join(server.dataDir, 'postgres')).mode & 0o077).toBe(0);
  });

  test('refuses a second start on the same data folder, and the first continues', async () => {
    const second = await startTestServer({ dataDir: server.dataDir }).catch((error: unknown) => String(error));
    expect(second).toContain(`already running on the data folder ${server.dataDir} (process ${server.pid})`);
    expect((await readiness(server)).body.ready).toBe(true);
  });

  // The tests above share it; those below start their own.
  test('stops with its database', async () => {
    expect(await server.stop()).toBe(0);
    expect(existsSync(join(server.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('takes over the running database after a power cut, with all acknowledged data', async () => {
    // A data folder that has its database: making one takes most of a start.
    const { dataDir } = server;
    const first = await start({ dataDir });
    const client = createTestClient(first.url);
    const { user } = await client.rpc.account.ensure.mutate();
    await first.kill();
    const second = await start({ dataDir });
    const response = await fetch(`${second.url}/api/trpc/account.me`, { headers: { 'x-gleaner': '1', cookie: client.cookie() } });
    expect(await response.json()).toMatchObject({ result: { data: { user: { id: user.id } } } });
    await second.stop();
  });

  test('restarts a killed database server', async () => {
    const { dataDir } = server;
    const again = await start({ dataDir });
    try {
      const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
      const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      await waitFor('a new database server', () => {
        const now = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : pid;
        return now !== pid && now > 0 ? true : undefined;
      });
      await waitFor('readiness', async () => ((await readiness(again)).body.ready ? true : undefined));
      expect((await createTestClient(again.url).rpc.account.ensure.mutate()).user.isAnonymous).toBe(true);
    } finally {
      await again.stop();
    }
  });
});

describe('configuration', () => {
  test('stops the start for a wrong value, naming the setting and not the value', async () => {
    const said = await startTestServer({ env: { OPENAI_BASE_URL: 'not-a-url-sk-secret' } }).catch((error: unknown) =>
      String(error),
    );
    expect(said).toContain('OPENAI_BASE_URL');
    expect(said).not.toContain('sk-secret');
  });

  test('a key never reaches the log, at any level', async () => {
    const key = 'sk-canary-4f1b8a7c55d0';
    const database = await clone();
    const server = await start({
      database: database.connection,
      env: { OPENAI_API_KEY: key, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'm', LOG_LEVEL: 'trace' },
    });
    await createTestClient(server.url).rpc.system.info.query();
    await server.stop();
    await database.drop();
    expect(server.output()).toContain('127.0.0.1:9');
    expect(server.output()).not.toContain(key);
  });
});

describe('calls', () => {
  let server: TestServer;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await clone();
    server = await start({ database: database.connection });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  test('create a guest on first use, who stays the same on every call', async () => {
    const client = createTestClient(server.url);
    expect((await client.rpc.account.me.query()).user).toBeNull();
    const { user } = await client.rpc.account.ensure.mutate();
    expect(user.isAnonymous).toBe(true);
    expect((await client.rpc.account.ensure.mutate()).user.id).toBe(user.id);
    expect((await client.rpc.account.me.query()).user?.id).toBe(user.id);
    expect((await createTestClient(server.url).rpc.account.me.query()).user).toBeNull();
  });

  test('fail with a code and a status, without internals', async () => {
    const client = createTestClient(server.url);
    const error = await client.rpc.content.detail.query({ contentId: crypto.randomUUID() }).catch((thrown: unknown) => thrown);
    expect(codeOf(error)).toMatch(/^(unauthenticated|not_found)$/);
    const response = await client.fetch('/api/trpc/ingest.preview?input=%7B%22text%22%3A5%7D', { headers: { 'x-gleaner': '1' } });
    expect(response.status).toBe(400);
    const body = await response.text();
    expect(body).toContain('"bad_request"');
    expect(body).not.toMatch(/stack|node_modules|\.ts:/);
  });

  test('are refused from another site or without our header', async () => {
    const { url } = server;
    const call = (headers: Record<string, string>) =>
      fetch(`${url}/api/trpc/account.ensure?batch=1`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await call({})).status).toBe(403);
    expect((await call({ 'x-gleaner': '1', origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await call({ 'x-gleaner': '1', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await call({ 'x-gleaner': '1', origin: url, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    const foreign = await fetch(`${url}/api/uploads`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'tus-resumable': '1.0.0', 'upload-length': '5' },
    });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('the page has its policy, unknown calls and files are not found', async () => {
    const { url } = server;
    const page = await fetch(`${url}/content/anything?tab=outline`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    for (const path of ['/api/nothing', '/assets/missing-1234.js', '/missing.png'])
      expect((await fetch(url + path)).status).toBe(404);
  });
});

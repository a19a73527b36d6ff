/** Two web and two worker processes on one database and one folder, as at scale. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database/databases.ts';
import { createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { type Site, startSite } from '../harness/sites/site.ts';
import { waitFor } from '../harness/wait.ts';

const paragraphs = [
  'The river town keeps a register of every flood since 1703, written by the keepers of the upper lock.',
  'Each entry names the height of the water at the stone mark, the wind, and the houses that were emptied in time.',
  'In 1911 the keeper added the hour at which the warning bell was rung, so that later readers could compare the delays.',
  'Engineers who read the register last year found that floods now come eleven days earlier than a century ago.',
  'They propose to move the closing of the gates from the end of March to the middle of the month.',
  'The council will vote on the proposal in June, after a hearing with the farmers of the lower meadows.',
];

function article(title: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${paragraphs.map((text) => `<p>${text} (${title})</p>`).join('')}</article></body></html>`;
}

// A database that several processes share is mostly an installed one; what differs between the two is in summaries and database.
describe.each(inject('clusters').slice(-1))('on $name', ({ connection: cluster }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-scale-'));
  let database: TestDatabase;
  let client: DatabaseClient;
  let site: Site;
  let webs: TestServer[];
  let workers: TestServer[];

  beforeAll(async () => {
    database = await cloneDatabase(cluster);
    client = createDatabase(database.connection, { max: 2, applicationName: 'test' });
    site = await startSite();
    const env = { GLEANER_FETCH_ALLOW: site.host, AUTH_SECRET: 'shared-by-every-process-of-this-test', WORKER_CONCURRENCY: '1' };
    const start = (role: 'web' | 'worker') => startTestServer({ role, database: database.connection, dataDir, env });
    // All at once, as after a power cut: migrations and queues are made once.
    const all = await Promise.all([start('web'), start('web'), start('worker'), start('worker')]);
    webs = all.slice(0, 2);
    workers = all.slice(2);
  });
  afterAll(async () => {
    for (const server of [...webs, ...workers]) await server.stop();
    await site.close();
    await client.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The same person at both web processes. */
  async function guestOfBoth(): Promise<TestClient> {
    const guest = createTestClient(webs[0]?.url ?? '');
    await guest.rpc.account.ensure.mutate();
    return guest;
  }

  async function noteOf(guest: TestClient, web: TestServer, contentId: string): Promise<string | undefined> {
    const input = encodeURIComponent(JSON.stringify({ contentId }));
    const response = await fetch(`${web.url}/api/trpc/content.detail?input=${input}`, {
      headers: { 'x-gleaner': '1', cookie: guest.cookie() },
    });
    const body = (await response.json()) as { result?: { data: { status: string; note: string | null; problem: unknown } } };
    const data = body.result?.data;
    if (data?.status === 'failed') throw new Error(`failed: ${JSON.stringify(data.problem)}`);
    return data?.status === 'completed' ? (data.note ?? '') : undefined;
  }

  test('both web processes know the same guest', async () => {
    const guest = await guestOfBoth();
    for (const web of webs) {
      const response = await fetch(`${web.url}/api/trpc/account.me`, { headers: { 'x-gleaner': '1', cookie: guest.cookie() } });
      expect(await response.json()).toMatchObject({ result: { data: { user: { isAnonymous: true } } } });
    }
  });

  test('SUM-01 SUM-09 links submitted to both become one note each, visible at both', async () => {
    const guest = await guestOfBoth();
    const paths = Array.from({ length: 6 }, (_, index) => `/flood-${index}`);
    for (const path of paths) site.on(path, { body: article(`Register ${path}`) });
    const { results } = await guest.rpc.ingest.submit.mutate({
      items: paths.map((path) => ({ url: site.url + path })),
      noteLanguage: 'en',
    });
    const ids = results.flatMap((result) => ('contentId' in result ? [result.contentId] : []));
    expect(ids).toHaveLength(paths.length);
    // Somebody else asks the other process for the same links at the same time.
    const second = createTestClient(webs[1]?.url ?? '');
    await second.rpc.ingest.submit.mutate({ items: paths.map((path) => ({ url: site.url + path })), noteLanguage: 'en' });
    for (const contentId of ids) {
      for (const web of webs) expect(await waitFor('the note', () => noteOf(guest, web, contentId), 60_000)).toContain('#');
    }
    const { rows: runs } = await client.db.execute<{ count: string }>(sql`select count(*) from runs`);
    expect(Number(runs[0]?.count)).toBe(paths.length);
    for (const path of paths) expect(site.requests.filter((asked) => asked === path)).toHaveLength(1);
  });

  test('SUM-08 notes continue when a worker process is killed', async () => {
    const guest = await guestOfBoth();
    const paths = Array.from({ length: 4 }, (_, index) => `/late-${index}`);
    // Slow enough that work is under way when the process goes.
    for (const path of paths) {
      site.on(path, (_request, response) => {
        setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(article(`Late ${path}`)), 1000);
      });
    }
    const { results } = await guest.rpc.ingest.submit.mutate({
      items: paths.map((path) => ({ url: site.url + path })),
      noteLanguage: 'en',
    });
    const ids = results.flatMap((result) => ('contentId' in result ? [result.contentId] : []));
    await waitFor('work under way', () =>
      site.requests.filter((path) => path.startsWith('/late')).length >= 2 ? true : undefined,
    );
    await workers[0]?.kill();
    const killed = performance.now();
    for (const contentId of ids) await waitFor('the note', () => noteOf(guest, webs[0] as TestServer, contentId), 90_000);
    expect(performance.now() - killed).toBeLessThan(60_000);
  });
});

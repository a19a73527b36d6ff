/** The library that the parts of this measurement share: made once, in a folder with its own PostgreSQL. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase, type DatabaseConnection, openSession, type Query } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { fillLibrary } from '../../tests/harness/database/realistic-library.ts';
import { createTestClient } from '../../tests/harness/http/client.ts';
import { startTestServer, type TestServer } from '../../tests/harness/http/server.ts';
import { type Library, makeLibrary } from './data.ts';
import { row } from './figures.ts';

const cache = fileURLToPath(new URL('../../.cache', import.meta.url));

type Opened = {
  server: TestServer;
  query: Query;
  library: Library;
  cookie: string;
  /** Makes a user with one page of notes. Gives their cookie. */
  smallLibrary: () => Promise<string>;
  close: () => Promise<void>;
};

/** `keep`: leaves the library for the next run. */
export async function openLibrary({ own, others, keep }: { own: number; others: number; keep: boolean }): Promise<Opened> {
  const folder = join(cache, `library-${own}-${others}`);
  const madeFile = join(folder, 'made.json');
  if (!keep || !existsSync(madeFile)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const cluster = await startEmbeddedPostgres({ dataDir: folder, database: 'library' });
  await hurry(cluster.connection);
  const server = await startTestServer({ role: 'web', dataDir: folder, database: cluster.connection });
  const { db, query, close } = createDatabase(cluster.connection, { max: 4, applicationName: 'bench' });
  if (!existsSync(madeFile)) {
    const client = createTestClient(server.url);
    await client.rpc.account.ensure.mutate();
    const userId = (await client.rpc.account.me.query()).user?.id ?? '';
    const started = performance.now();
    const { indexMs, ...library } = await makeLibrary({ db, query }, { userId, own, others });
    row('the library is made', `${((performance.now() - started) / 1000).toFixed(0)} s`);
    row('a row of the search is made', `${indexMs.toFixed(1)} ms`);
    writeFileSync(madeFile, JSON.stringify({ library, cookie: client.cookie() }));
  }
  return {
    server,
    query,
    ...(JSON.parse(readFileSync(madeFile, 'utf8')) as { library: Library; cookie: string }),
    async smallLibrary() {
      const client = createTestClient(server.url);
      await client.rpc.account.ensure.mutate();
      const userId = (await client.rpc.account.me.query()).user?.id ?? '';
      await fillLibrary(db, { userId, notes: 30, from: 1_000_000 + (Date.now() % 5_000_000) });
      return client.cookie();
    },
    async close() {
      await close();
      await server.stop();
      await cluster.stop();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes need not survive a power cut, and nothing runs beside what is measured. */
async function hurry(connection: DatabaseConnection): Promise<void> {
  const session = await openSession(connection, { applicationName: 'bench' });
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await session.query(`alter system set ${setting} = off`);
  await session.query('select pg_reload_conf()');
  await session.close();
}

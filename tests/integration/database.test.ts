/** Connections to PostgreSQL: what values come back as, and what happens when the server takes connections away. */
import { connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectionUrl, createDatabase, type DatabaseClient, type DatabaseConnection, openSession } from '#db/client.ts';
import { openListener } from '#db/listener.ts';
import { toAppError } from '#lib/app-error.ts';
import { cloneDatabase, freePort, type TestDatabase } from '../harness/database/databases.ts';
import { waitFor } from '../harness/wait.ts';

type CuttingProxy = {
  connection: DatabaseConnection;
  /** Ends the next connection that sends these words, once. */
  cutAt(words: string): void;
  close(): Promise<void>;
};

/** Stands between a client and the server. */
async function startCuttingProxy(target: DatabaseConnection): Promise<CuttingProxy> {
  if ('url' in target) throw new Error('a cluster of a test run is given by its parts');
  let cutWords: string | null = null;
  const proxy = createServer((socket) => {
    const upstream = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    upstream.pipe(socket);
    socket.on('data', (data) => {
      if (cutWords !== null && data.includes(cutWords)) {
        cutWords = null;
        socket.destroy();
        upstream.destroy();
      } else upstream.write(data);
    });
    for (const side of [socket, upstream]) side.on('error', () => undefined);
    socket.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    connection: { ...target, host: '127.0.0.1', port },
    cutAt(words) {
      cutWords = words;
    },
    close: () => new Promise((resolve) => proxy.close(() => resolve())),
  };
}

describe.each(inject('clusters'))('on $name', ({ connection: cluster }) => {
  let database: TestDatabase;
  let admin: DatabaseClient;
  beforeAll(async () => {
    database = await cloneDatabase(cluster);
    admin = createDatabase(database.connection, { max: 2, applicationName: 'test admin' });
  });
  afterAll(async () => {
    await admin.close();
    await database.drop();
  });

  /** Ends the server's side of every connection with this name. */
  async function terminate(applicationName: string): Promise<void> {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [applicationName]);
  }

  async function countOf(applicationName: string, statement = ''): Promise<number> {
    const [row] = await admin.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where application_name = $1 and query like '%' || $2 || '%'",
      [applicationName, statement],
    );
    return row?.count ?? 0;
  }

  test('database: a place and its URL lead to the same database', async () => {
    const byUrl = await openSession({ url: connectionUrl(database.connection) }, { applicationName: 'test url' });
    const name = 'select current_database() as name, current_user as me, current_setting($1) as application';
    const [expected] = await admin.query(name, ['application_name']);
    expect(await byUrl.query(name, ['application_name'])).toEqual([{ ...expected, application: 'test url' }]);
    await byUrl.close();
  });

  test('database: values keep their kind both ways', async () => {
    const at = new Date('2026-03-04T05:06:07.089Z');
    const [row] = await admin.query(
      `select $1::jsonb as data, $2::timestamptz as at, 12::int as small, 1.5::float8 as half, 9007199254740993::bigint as big,
              $3::text[] as words, true as yes, null as nothing, $4::bytea as bytes`,
      [{ a: ['ü', null, '\\'] }, at, ['one', 'two, "three"'], Buffer.from([0, 255])],
    );
    expect(row).toEqual({
      data: { a: ['ü', null, '\\'] },
      at,
      small: 12,
      half: 1.5,
      big: '9007199254740993',
      words: ['one', 'two, "three"'],
      yes: true,
      nothing: null,
      bytes: Buffer.from([0, 255]),
    });
  });

  test('database: connections that the server ended are replaced, and no slot of the pool is lost', async () => {
    const pool = createDatabase(database.connection, { max: 2, applicationName: 'test ended' });
    for (let round = 0; round < 5; round++) {
      const slow = [
        pool.db.execute(sql`select pg_sleep(30)`),
        pool.db.transaction(async (tx) => tx.execute(sql`select pg_sleep(30)`)),
      ];
      const outcomes = Promise.allSettled(slow);
      await waitFor('both queries', async () => ((await countOf('test ended', 'pg_sleep')) === 2 ? true : undefined));
      await terminate('test ended');
      const [first, second] = await outcomes;
      expect([first?.status, second?.status]).toEqual(['rejected', 'rejected']);
    }
    const together = [1, 2, 3, 4].map((n) => pool.db.transaction(async (tx) => tx.execute(sql`select ${n}::int as n`)));
    expect((await Promise.all(together)).map(({ rows }) => rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    await pool.close();
  });

  test('database: a connection lost at the start of a transaction leaves its place in the pool free', async () => {
    const proxy = await startCuttingProxy(database.connection);
    const pool = createDatabase(proxy.connection, { max: 1, applicationName: 'test begin' });
    await pool.query('select 1');
    proxy.cutAt('begin');
    await expect(pool.db.transaction(async (tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    expect(await pool.query('select 2 as n')).toEqual([{ n: 2 }]);
    await pool.close();
    await proxy.close();
  });

  test('database: a connection lost between two statements of a transaction is only that transaction’s loss', async () => {
    const pool = createDatabase(database.connection, { max: 1, applicationName: 'test held' });
    const lost = pool.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await terminate('test held');
      await waitFor('its end', async () => ((await countOf('test held')) === 0 ? true : undefined));
      await tx.execute(sql`select 2`);
    });
    expect(toAppError(await lost.catch((error: unknown) => error)).code).toBe('database_unavailable');
    expect(await pool.query('select 3 as n')).toEqual([{ n: 3 }]);
    await pool.close();
  });

  test('database: a missing server is `database_unavailable`, a wrong statement is not', async () => {
    if ('url' in database.connection) throw new Error('a cluster of a test run is given by its parts');
    const nowhere = { ...database.connection, host: '127.0.0.1', port: await freePort() };
    const pool = createDatabase(nowhere, { max: 1, applicationName: 'test' });
    const session = openSession(nowhere, { applicationName: 'test' });
    for (const asked of [session, pool.query('select 1'), pool.db.transaction(async (tx) => tx.execute(sql`select 1`))])
      expect(toAppError(await asked.catch((error: unknown) => error)).code).toBe('database_unavailable');
    await pool.close();
    const wrong = admin.db.execute(sql`select nothing from nowhere`);
    expect(toAppError(await wrong.catch((error: unknown) => error)).code).toBe('internal');
  });

  test('database: a pool closes although a query does not end', async () => {
    const pool = createDatabase(database.connection, { max: 2, applicationName: 'test hanging' });
    const closed = async (): Promise<void> => {
      await waitFor('the query', async () => ((await countOf('test hanging', 'pg_sleep')) === 1 ? true : undefined));
      await pool.close();
    };
    await Promise.all([expect(pool.query('select pg_sleep(60)')).rejects.toThrow(), closed()]);
  });

  test('database: a listener reconnects after its connection was ended, reports it, and listens again', async () => {
    const listener = await openListener(database.connection, { applicationName: 'test listener' });
    const heard: string[] = [];
    let resyncs = 0;
    const unlisten = await listener.listen(
      'test_channel',
      (payload) => heard.push(payload),
      () => resyncs++,
    );
    await admin.query("select pg_notify('test_channel', 'before')");
    await waitFor('the first', () => (heard.includes('before') ? true : undefined));
    expect(resyncs).toBe(0);
    await terminate('test listener');
    await waitFor('the resync', () => (resyncs === 1 ? true : undefined));
    await admin.query("select pg_notify('test_channel', 'after'), pg_notify('other_channel', 'other')");
    await waitFor('the second', () => (heard.includes('after') ? true : undefined));
    expect(heard).toEqual(['before', 'after']);
    unlisten();
    await listener.close();
    expect(await countOf('test listener')).toBe(0);
  });
});

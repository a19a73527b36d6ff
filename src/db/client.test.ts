import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseLost } from '#lib/app-error.ts';
import { type ScriptedPostgres, startScriptedPostgres } from '../../tests/harness/database/scripted-postgres.ts';
import { connectionUrl, createDatabase, driverOptions, openSession, queryIn } from './client.ts';

let postgres: ScriptedPostgres;
beforeEach(async () => {
  postgres = await startScriptedPostgres();
});
afterEach(() => postgres.close());

const named = { applicationName: 'test' };
const statements = () => postgres.heard.filter((one) => one !== '+' && one !== '-');
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a connection is told as options and as an address', () => {
  const kept = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const base = { port: 5433, user: 'a b', database: 'x' };
  expect(driverOptions({ url: 'postgres://u@h/d' })).toEqual({ ...kept, connectionString: 'postgres://u@h/d' });
  expect(driverOptions({ ...base, host: '/run/x', password: null })).toEqual({ ...kept, ...base, host: '/run/x' });
  expect(driverOptions({ ...base, host: 'h', password: 'p' })).toEqual({ ...kept, ...base, host: 'h', password: 'p' });
  expect(connectionUrl({ url: 'postgres://u@h/d' })).toBe('postgres://u@h/d');
  expect(connectionUrl({ ...base, host: '/run/x y', password: null })).toBe(
    'postgres://a%20b@localhost/x?host=%2Frun%2Fx%20y&port=5433',
  );
  expect(connectionUrl({ ...base, host: '127.0.0.1', password: 'p:w' })).toBe('postgres://a%20b:p%3Aw@127.0.0.1:5433/x');
  expect(connectionUrl({ ...base, host: '127.0.0.1', password: '' })).toBe('postgres://a%20b:@127.0.0.1:5433/x');
});

describe('one connection', () => {
  test('answers in rows, passes notices on and tells when it ends', async () => {
    postgres.answer = (statement) =>
      statement === 'select rows'
        ? [
            { a: '1', b: 'x' },
            { a: '2', b: 'y' },
          ]
        : [];
    const session = await openSession(postgres.connection, named);
    expect(await session.query('select rows')).toEqual([
      { a: '1', b: 'x' },
      { a: '2', b: 'y' },
    ]);
    const noticed: string[][] = [];
    session.onNotification((...parts) => noticed.push(parts));
    postgres.notify('one', 'payload');
    postgres.notify('two', '');
    expect(await session.query('select none')).toEqual([]);
    expect(noticed).toEqual([
      ['one', 'payload'],
      ['two', ''],
    ]);
    await session.close();
    await session.ended;
    expect(postgres.heard).toEqual(['+', 'select rows', 'select none', '-']);
  });

  test.each(['57P01', '57P02', '57P03', '57P05', '08000', '08006', '53300'])('is lost by the error %s', async (code) => {
    postgres.answer = () => ({ code });
    const session = await openSession(postgres.connection, named);
    expect(await errorOf(session.query('select 1'))).toBeInstanceOf(DatabaseLost);
    await session.close();
  });

  test.each(['57P04', '57014', '53301', '23505', '40001', '42P01'])('is not lost by the error %s', async (code) => {
    postgres.answer = () => ({ code });
    const session = await openSession(postgres.connection, named);
    expect(await errorOf(session.query('select 1'))).toMatchObject({ code, message: 'scripted' });
    expect(await errorOf(session.query('select 1'))).not.toBeInstanceOf(DatabaseLost);
    await session.close();
  });

  test('is lost when it breaks, at once and from then on', async () => {
    postgres.answer = () => 'drop';
    const session = await openSession(postgres.connection, named);
    const lost = await errorOf(session.query('select 1'));
    expect(lost).toBeInstanceOf(DatabaseLost);
    expect((lost as Error).cause).toBeInstanceOf(Error);
    await session.ended;
    expect(await errorOf(session.query('select 1'))).toBeInstanceOf(DatabaseLost);
    await session.close();
    const { connection } = postgres;
    await postgres.close();
    expect(await errorOf(openSession(connection, named))).toBeInstanceOf(DatabaseLost);
    postgres = await startScriptedPostgres();
  });
});

describe('a pool', () => {
  test('answers in rows, also within a transaction', async () => {
    postgres.answer = (statement) => (statement.startsWith('select') ? [{ a: '1' }] : []);
    const client = createDatabase(postgres.connection, { max: 1, ...named });
    expect(await client.query('select 1')).toEqual([{ a: '1' }]);
    expect(await queryIn(client.db)('select 2')).toEqual([{ a: '1' }]);
    const within = await client.db.transaction(async (tx) => await queryIn(tx)('select 3'));
    expect(within).toEqual([{ a: '1' }]);
    expect(statements()).toEqual(['select 1', 'select 2', 'begin', 'select 3', 'commit']);
    // One connection serves all.
    expect(postgres.heard.filter((one) => one === '+')).toHaveLength(1);
    await client.close();
    expect(postgres.heard.at(-1)).toBe('-');
  });

  test('opens another connection for a lost one, also when a transaction did not begin', async () => {
    const client = createDatabase(postgres.connection, { max: 1, ...named });
    postgres.answer = () => 'drop';
    expect(await errorOf(client.query('select 1'))).toBeInstanceOf(DatabaseLost);
    const begun = await errorOf(client.db.transaction(async (tx) => await tx.execute(sql`select 2`)));
    expect([begun, (begun as Error).cause].some((error) => error instanceof DatabaseLost)).toBe(true);
    postgres.answer = () => [];
    expect(await client.query('select 3')).toEqual([]);
    expect(statements()).toEqual(['select 1', 'begin', 'select 3']);
    // No query fails when an idle connection is lost.
    postgres.drop();
    postgres.answer = () => [{ a: '4' }];
    expect(await client.query('select 4').catch(() => client.query('select 4'))).toEqual([{ a: '4' }]);
    await client.close();
  });

  test('cuts off what still runs when it closes', async () => {
    const client = createDatabase(postgres.connection, { max: 1, ...named });
    postgres.answer = () => 'silence';
    const running = errorOf(client.query('select pg_sleep(60)'));
    while (statements().length === 0) await new Promise((resolve) => setImmediate(resolve));
    postgres.drop();
    expect(await running).toBeInstanceOf(DatabaseLost);
    await client.close();
    expect(await errorOf(client.query('select 1'))).not.toBeNull();
  });
});

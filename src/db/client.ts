/** The only import of the database driver. */
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { DatabaseLost } from '#lib/app-error.ts';
import './map-rows.ts';

/** A URL, or the socket folder (as `host`) or TCP port of the packaged PostgreSQL. */
export type DatabaseConnection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password: string | null };

export type Db = NodePgDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Executor = Db | Tx;

/** Runs raw SQL with `$1` parameters. Returns timestamps as Date, JSON parsed, bigint and numeric as strings. */
export type Query = <Row extends Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export type DatabaseClient = {
  db: Db;
  query: Query;
  close: () => Promise<void>;
};

/** One connection that is never replaced: its locks and LISTEN end with it. */
export type Session = DatabaseClient & {
  /** Never rejects. */
  ended: Promise<void>;
  onNotification: (handler: (channel: string, payload: string) => void) => void;
};

const connectTimeoutMs = 10_000;
const poolWaitMs = 30_000;
const closeTimeoutMs = 5000;

export function driverOptions(connection: DatabaseConnection) {
  const common = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  if ('url' in connection) return { ...common, connectionString: connection.url };
  const { host, port, user, database, password } = connection;
  return { ...common, host, port, user, database, ...(password === null ? {} : { password }) };
}

const lossCodes = /^(57P0[1235]|08...|53300)$/;

function markLoss(error: unknown): never {
  const isLoss =
    error instanceof pg.DatabaseError
      ? lossCodes.test(error.code ?? '')
      : error instanceof Error && !(error instanceof TypeError) && !(error instanceof DatabaseLost);
  throw isLoss ? new DatabaseLost('the database is away', { cause: error }) : error;
}

function markLossesOf(target: pg.Client | pg.Pool): void {
  const ask = target.query.bind(target) as (...args: unknown[]) => unknown;
  const marking = (...args: unknown[]) => {
    const asked = ask(...args);
    return asked instanceof Promise ? asked.catch(markLoss) : asked;
  };
  target.query = marking as typeof target.query;
}

class Client extends pg.Client {
  constructor(options: pg.ClientConfig = {}) {
    super({ ...options, connectionTimeoutMillis: connectTimeoutMs });
    markLossesOf(this);
    // Without a listener, a lost connection would end the process; its query reports the loss.
    this.on('error', () => undefined);
  }
}

type CheckedOut = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool that releases a lost connection even if the code that holds it does not. */
class Pool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super(options);
    markLossesOf(this);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: CheckedOut): void;
  override connect(callback?: CheckedOut): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    // Drizzle does not release a connection whose BEGIN fails.
    return super.connect().then((client) => {
      const release = client.release.bind(client);
      let released = false;
      const releaseOnce = (error?: Error | boolean) => {
        if (released) return;
        released = true;
        client.off('error', releaseOnce);
        release(error);
      };
      client.release = releaseOnce;
      client.on('error', releaseOnce);
      return client;
    }, markLoss);
  }
}

export function createDatabase(
  connection: DatabaseConnection,
  options: { max: number; applicationName: string },
): DatabaseClient {
  const pool = new Pool({
    ...driverOptions(connection),
    Client,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: poolWaitMs,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3600,
  });
  // The pool drops a lost idle connection by itself; without a listener the error would end the process.
  pool.on('error', () => undefined);
  const open = new Set<Client>();
  pool.on('connect', (client) => {
    if (client instanceof Client) open.add(client);
  });
  pool.on('remove', (client) => {
    if (client instanceof Client) open.delete(client);
  });
  return {
    db: drizzle({ client: pool }),
    query: queryOn(pool),
    async close() {
      await within(closeTimeoutMs, pool.end());
      // Cuts queries that are still running.
      await within(1000, Promise.all([...open].map((client) => client.end())));
    },
  };
}

/** Errors: `DatabaseLost` when the database does not answer. */
export async function openSession(connection: DatabaseConnection, options: { applicationName: string }): Promise<Session> {
  const client = new Client({ ...driverOptions(connection), application_name: options.applicationName });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect().catch(markLoss);
  return {
    db: drizzle({ client }),
    query: queryOn(client),
    ended,
    onNotification: (handler) => void client.on('notification', ({ channel, payload }) => handler(channel, payload ?? '')),
    close: () => within(closeTimeoutMs, client.end()),
  };
}

/** For small statements that run often: Drizzle's overhead costs as much as they do. `session` is not in its public types. */
export function queryIn(executor: Executor): Query {
  const { session } = executor as unknown as { session: { client: pg.Pool | pg.PoolClient } };
  return queryOn(session.client);
}

function queryOn(target: pg.Pool | pg.ClientBase): Query {
  return async <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
    (await target.query<Row>(text, [...values])).rows;
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.then(() => undefined).catch(() => undefined), late]).finally(() => clearTimeout(timer));
}

/** The connection as a URL; a socket folder becomes the `host` parameter, as in libpq. */
export function connectionUrl(connection: DatabaseConnection): string {
  if ('url' in connection) return connection.url;
  const password = connection.password === null ? '' : `:${encodeURIComponent(connection.password)}`;
  const user = `${encodeURIComponent(connection.user)}${password}`;
  if (!connection.host.startsWith('/')) return `postgres://${user}@${connection.host}:${connection.port}/${connection.database}`;
  return `postgres://${user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`;
}

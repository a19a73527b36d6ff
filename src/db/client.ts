import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

/** Where a PostgreSQL is: a URL, or the socket folder or port of the packaged one. */
export type DatabaseConnection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password: string | null };

export type Db = PostgresJsDatabase;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What a query needs: the pool or an open transaction. */
export type Executor = Db | Tx;

export type DatabaseClient = {
  db: Db;
  /** The driver, for what the query builder does not cover: LISTEN, advisory locks. */
  sql: postgres.Sql;
  close: () => Promise<void>;
};

export type ClientOptions = {
  max: number;
  applicationName: string;
  /** The sessions hold something, a lock: they are not closed for being idle or old. */
  holds?: boolean;
};

/** A pool on the database; connections open when first used and come back by themselves after the database was away. */
export function createDatabase(connection: DatabaseConnection, options: ClientOptions): DatabaseClient {
  const sql = connect(connection, options);
  return { db: drizzle({ client: sql }), sql, close: () => sql.end({ timeout: 5 }) };
}

/** The bare driver on `connection`. */
export function connect(connection: DatabaseConnection, options: ClientOptions): postgres.Sql {
  const common: postgres.Options<Record<string, never>> = {
    max: options.max,
    idle_timeout: options.holds ? 0 : 60,
    ...(options.holds ? { max_lifetime: 0 } : {}),
    connect_timeout: 10,
    // Waiting longer after each failure, up to two seconds: a database that was away is found again at once.
    backoff: (attempt: number) => Math.min(2, 0.1 * 2 ** Math.min(attempt, 5)),
    onnotice: () => undefined,
    connection: { application_name: options.applicationName },
  };
  if ('url' in connection) {
    const socket = socketOf(connection.url);
    return socket ? connect(socket, options) : postgres(connection.url, common);
  }
  return postgres({
    ...common,
    // For a socket the driver wants the socket's own path.
    ...(connection.host.startsWith('/')
      ? { path: `${connection.host}/.s.PGSQL.${connection.port}` }
      : { host: connection.host, port: connection.port }),
    user: connection.user,
    database: connection.database,
    ...(connection.password === null ? {} : { password: connection.password }),
  });
}

/** A URL that names a socket as libpq's do, `postgres://user@localhost/name?host=/var/run/postgresql`, by its parts. */
function socketOf(url: string): DatabaseConnection | null {
  const { searchParams, port, username, password, pathname } = new URL(url);
  const folder = searchParams.get('host');
  if (!folder?.startsWith('/')) return null;
  return {
    host: folder,
    port: Number(searchParams.get('port') ?? (port || 5432)),
    user: decodeURIComponent(username) || 'postgres',
    database: decodeURIComponent(pathname.slice(1)) || 'postgres',
    password: password === '' ? null : decodeURIComponent(password),
  };
}

/** The same place as a URL, for tools that want one. Sockets go into the `host` parameter, as libpq reads it. */
export function connectionUrl(connection: DatabaseConnection): string {
  if ('url' in connection) return connection.url;
  const password = connection.password === null ? '' : `:${encodeURIComponent(connection.password)}`;
  const user = `${encodeURIComponent(connection.user)}${password}`;
  if (!connection.host.startsWith('/')) return `postgres://${user}@${connection.host}:${connection.port}/${connection.database}`;
  return `postgres://${user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`;
}

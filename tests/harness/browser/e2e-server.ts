/** A server of one file of browser tests, on a database cloned from the cluster of the run. */
import type { DatabaseConnection } from '#db/client.ts';
import { cloneDatabase } from '../database/databases.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../http/server.ts';

const variable = 'GLEANER_E2E_CLUSTER';
const databaseVariable = 'GLEANER_E2E_DATABASE';

/** For the processes that the runner starts from here on. */
export function provideCluster(connection: DatabaseConnection): void {
  process.env[variable] = JSON.stringify(connection);
}

/** That of the server without a model, which all tests share: they look at rows of their own users only. */
export function provideSharedDatabase(connection: DatabaseConnection): void {
  process.env[databaseVariable] = JSON.stringify(connection);
}

export function sharedDatabase(): DatabaseConnection {
  const connection = JSON.parse(process.env[databaseVariable] ?? 'null') as DatabaseConnection | null;
  if (!connection) throw new Error('the global setup has made no database');
  return connection;
}

export async function startOwnServer(
  options: Omit<TestServerOptions, 'database'> = {},
): Promise<TestServer & { database: DatabaseConnection }> {
  const cluster = JSON.parse(process.env[variable] ?? 'null') as DatabaseConnection | null;
  if (!cluster) throw new Error('the global setup has started no cluster');
  const { connection } = await cloneDatabase(cluster);
  return { ...(await startTestServer({ ...options, database: connection })), database: connection };
}

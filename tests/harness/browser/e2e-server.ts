/** A server of one file of browser tests, on a database cloned from the cluster of the run. */
import type { DatabaseConnection } from '#db/client.ts';
import { cloneDatabase } from '../database/databases.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../http/server.ts';

const variable = 'GLEANER_E2E_CLUSTER';

/** For the processes that the runner starts from here on. */
export function provideCluster(connection: DatabaseConnection): void {
  process.env[variable] = JSON.stringify(connection);
}

export async function startOwnServer(
  options: Omit<TestServerOptions, 'database'> = {},
): Promise<TestServer & { database: DatabaseConnection }> {
  const cluster = JSON.parse(process.env[variable] ?? 'null') as DatabaseConnection | null;
  if (!cluster) throw new Error('the global setup has started no cluster');
  const { connection } = await cloneDatabase(cluster);
  return { ...(await startTestServer({ ...options, database: connection })), database: connection };
}

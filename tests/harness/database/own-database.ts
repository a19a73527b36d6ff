/** A migrated database that the tests of one file have to themselves. */
import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { cloneDatabase, type TestDatabase } from './databases.ts';

/** Calls `take` with a client of the database before the first test, and drops the database after the last one. */
export function openOwnDatabase(take: (client: DatabaseClient) => void, { max = 4 } = {}): void {
  let database: TestDatabase;
  let client: DatabaseClient;
  beforeAll(async () => {
    const [cluster] = inject('clusters');
    if (!cluster) throw new Error('no cluster');
    database = await cloneDatabase(cluster.connection);
    client = createDatabase(database.connection, { max, applicationName: 'test' });
    take(client);
  });
  afterAll(async () => {
    await client.close();
    await database.drop();
  });
}

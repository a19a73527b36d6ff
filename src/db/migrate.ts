import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { type DatabaseConnection, openSession } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

const migrationLock = 7_264_190_115;

/** Concurrent starts take turns; all pending migrations run in one transaction. */
export async function migrateDatabase(connection: DatabaseConnection): Promise<void> {
  const session = await openSession(connection, { applicationName: 'gleaner-migrate' });
  try {
    await session.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(session.db, { migrationsFolder });
  } finally {
    await session.close();
  }
}

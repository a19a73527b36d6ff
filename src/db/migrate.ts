import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { type DatabaseConnection, openSession } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, the same in every process: whoever holds it is migrating. */
const migrationLock = 7_264_190_115;

/**
 * Brings the database to the schema of this version. Processes that start together take turns, and the second finds
 * nothing to do. Each migration is one transaction, so a start that was cut is simply repeated.
 */
export async function migrateDatabase(connection: DatabaseConnection): Promise<void> {
  const session = await openSession(connection, { applicationName: 'gleaner-migrate' });
  try {
    await session.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(session.db, { migrationsFolder });
  } finally {
    // Ending the session releases the lock.
    await session.close();
  }
}

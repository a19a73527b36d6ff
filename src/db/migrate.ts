import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { connect, type DatabaseConnection } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number, the same in every process: whoever holds it is migrating. */
const migrationLock = 7_264_190_115;

/**
 * Brings the database to the schema of this version. Processes that start together take turns, and the second finds
 * nothing to do. Each migration is one transaction, so a start that was cut is simply repeated.
 */
export async function migrateDatabase(connection: DatabaseConnection): Promise<void> {
  const sql = connect(connection, { max: 1, applicationName: 'gleaner-migrate' });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle({ client: sql }), { migrationsFolder });
  } finally {
    // Ending the session releases the lock.
    await sql.end({ timeout: 5 });
  }
}

/** Databases as earlier versions left them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { z } from 'zod';
import { type DatabaseConnection, openSession, type Session } from '#db/client.ts';

const migrations = fileURLToPath(new URL('../../../src/db/migrations', import.meta.url));
const zJournal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** A folder with the migrations up to the one of this name, as an earlier version had them. */
export function migrationsUntil(last: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-migrations-'));
  cpSync(migrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = zJournal.parse(JSON.parse(readFileSync(path, 'utf8')));
  const count = journal.entries.findIndex(({ tag }) => tag === last) + 1;
  if (count === 0) throw new Error(`no migration ${last}`);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

/** Fills an empty database with `tests/fixtures/schema-0018`, as if its processes had ended just now. */
export async function loadSchema0018(connection: DatabaseConnection): Promise<void> {
  const earlier = migrationsUntil('0018_quota-indexes');
  const session = await openSession(connection, { applicationName: 'test' });
  try {
    await migrate(session.db, { migrationsFolder: earlier });
    await session.query('set session_replication_role = replica');
    for (const file of ['pgboss.sql', 'public.sql']) await session.query(readFixture(file));
    await moveToNow(session);
  } finally {
    await session.close();
    rmSync(earlier, { recursive: true, force: true });
  }
}

/** A file of `tests/fixtures/schema-0018`. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/schema-0018/${name}`, import.meta.url), 'utf8');
}

/** What is tidied away by its age is as old as it was then. */
async function moveToNow({ query }: Session): Promise<void> {
  const columns = await query<{ name: string; column: string }>(
    `select format('%I.%I', n.nspname, t.relname) as name, quote_ident(a.attname) as column
     from pg_class t join pg_namespace n on n.oid = t.relnamespace
     join pg_attribute a on a.attrelid = t.oid and a.atttypid = 'timestamptz'::regtype and not a.attisdropped
     where t.relkind = 'r' and n.nspname in ('public', 'pgboss')`,
  );
  const [{ age } = { age: '0' }] = await query<{ age: string }>(
    'select (now() - max(heartbeat_at))::text as age from chat_answers',
  );
  for (const name of new Set(columns.map((each) => each.name))) {
    const moved = columns.filter((each) => each.name === name).map(({ column }) => `${column} = ${column} + interval '${age}'`);
    await query(`update ${name} set ${moved.join(', ')}`);
  }
}

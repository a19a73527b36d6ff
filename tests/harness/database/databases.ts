/**
 * PostgreSQL for tests: the packaged one, and the system's when there is one, each started once for a whole run with a
 * migrated template that every test clones, which takes a few hundredths of a second.
 */
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseConnection, openSession, type Session } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { openJobQueue } from '#infra/jobs/queue.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { waitFor } from '../wait.ts';

export type TestCluster = { name: string; connection: DatabaseConnection; stop(): Promise<void> };

const templateName = 'gleaner_template';
/** Several files at a time, each with servers of its own. */
const maxConnections = 300;

export type SystemCluster = TestCluster & {
  /** Ends the server as a crash would, and its sessions with it. */
  quit(): Promise<void>;
  /** Starts it again and waits until it answers. */
  resume(): Promise<void>;
};

/** The packaged PostgreSQL, in a folder that goes with it. */
export async function startPackagedCluster(): Promise<TestCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-test-'));
  const embedded = await startEmbeddedPostgres({ dataDir, database: templateName, maxConnections });
  // The cluster goes with its folder: nothing has to outlive a power cut.
  await inDatabase(embedded.connection, async (session) => {
    // Databases of a minute need no cleaning either.
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
      await session.query(`alter system set ${setting} = off`);
    await session.query('select pg_reload_conf()');
  });
  await makeTemplate(embedded.connection);
  return {
    name: 'packaged PostgreSQL',
    connection: embedded.connection,
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A throw-away cluster of the PostgreSQL that is installed on this machine, over TCP. Null when there is none. `outlivesCrashes`:
 * what was committed is there after `quit`.
 */
export async function startSystemCluster({ outlivesCrashes = false } = {}): Promise<SystemCluster | null> {
  const bin = findSystemBinaries();
  if (!bin) return null;
  const owner = process.getuid?.() === 0 ? unprivileged() : null;
  const directory = mkdtempSync(join(tmpdir(), 'gleaner-system-pg-'));
  if (owner) chownSync(directory, owner.uid, owner.gid);
  const as = owner ? { uid: owner.uid, gid: owner.gid } : {};
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const cluster = join(directory, 'cluster');
  await runOnce(join(bin, 'initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...as,
    cwd: directory,
    env,
  });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'fsync=off',
    'full_page_writes=off',
    'autovacuum=off',
    `synchronous_commit=${outlivesCrashes ? 'on' : 'off'}`,
    `max_connections=${maxConnections}`,
  ];
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const launch = () => spawn(join(bin, 'postgres'), args, { ...as, cwd: directory, env, stdio: 'ignore' });
  let server = launch();
  const signal = async (name: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(name);
    await ended;
  };
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password: null };
  const connected = () =>
    waitFor('the system PostgreSQL', () => {
      // After a crash it does not start before the last process of the old one is gone.
      if (server.exitCode !== null) server = launch();
      return openSession(connection, { applicationName: 'test' }).catch(() => undefined);
    });
  const session = await connected();
  const template = { ...connection, database: templateName };
  await session.query(`create database ${templateName}`);
  await session.close();
  await makeTemplate(template);
  return {
    name: 'system PostgreSQL over TCP',
    connection: template,
    quit: () => signal('SIGQUIT'),
    async resume() {
      server = launch();
      await (await connected()).close();
    },
    async stop() {
      await signal('SIGINT');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Our schema and the queue's, so that clones start at once. */
async function makeTemplate(connection: DatabaseConnection): Promise<void> {
  await migrateDatabase(connection);
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  const queue = await openJobQueue({ connection, logger, work: null });
  await queue.stop(0);
}

export type TestDatabase = { connection: DatabaseConnection; drop(): Promise<void> };

let made = 0;

/** A fresh database with the current schema, on a cluster of this run. */
export function cloneDatabase(cluster: DatabaseConnection): Promise<TestDatabase> {
  return makeDatabase(cluster, templateName);
}

/** A fresh database with nothing in it, on a cluster of this run. */
export function createEmptyDatabase(cluster: DatabaseConnection): Promise<TestDatabase> {
  return makeDatabase(cluster, 'template0');
}

async function makeDatabase(cluster: DatabaseConnection, template: string): Promise<TestDatabase> {
  if ('url' in cluster) throw new Error('a cluster of a test run is given by its parts');
  const name = `test_${process.pid}_${Date.now().toString(36)}_${made++}`;
  const admin = { ...cluster, database: 'postgres' };
  await inDatabase(admin, (session) => session.query(`create database ${name} template ${template}`));
  return {
    connection: { ...cluster, database: name },
    drop: () => inDatabase(admin, (session) => session.query(`drop database if exists ${name} with (force)`)),
  };
}

async function inDatabase(connection: DatabaseConnection, work: (session: Session) => Promise<unknown>): Promise<void> {
  const session = await openSession(connection, { applicationName: 'test' });
  try {
    // Two clones at once find the template in use.
    await session.query('select pg_advisory_lock(4711)');
    await work(session);
  } finally {
    await session.close();
  }
}

/** All tables of a database as text, those of the queue too. */
export async function readEveryRow(connection: DatabaseConnection): Promise<string> {
  const { query, close } = await openSession(connection, { applicationName: 'test' });
  try {
    const tables = await query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const rows = await query<{ row: string }>(`select t::text as row from ${name} t`);
      lines.push(`== ${name}`, ...rows.map(({ row }) => row));
    }
    return lines.join('\n');
  } finally {
    await close();
  }
}

function findSystemBinaries(): string | null {
  const home = '/usr/lib/postgresql';
  if (!existsSync(home)) return null;
  const versions = readdirSync(home).filter((name) => Number(name) >= 15 && existsSync(join(home, name, 'bin', 'initdb')));
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest ? join(home, newest, 'bin') : null;
}

function unprivileged(): { uid: number; gid: number } {
  const fields =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

function runOnce(
  command: string,
  args: string[],
  options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

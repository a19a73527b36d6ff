/** Runs the packaged PostgreSQL on a private socket. A session lock in the database keeps a second program out. */
import { spawn } from 'node:child_process';
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, hasCode } from '#lib/app-error.ts';
import { type DatabaseConnection, openSession, type Session } from './client.ts';
import { createCluster, isPostmaster, killOrphans, readPostmaster } from './embedded-cluster.ts';
import { type Placement, placeCluster, runOwner } from './embedded-paths-and-port.ts';

export type EmbeddedPostgres = {
  connection: DatabaseConnection;
  /** Changes when PostgreSQL is restarted. */
  pid(): number;
  adopted: boolean;
  directory: string;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  database?: string;
  maxConnections?: number;
  onEvent?: (event: { type: 'restarted' | 'lost'; error?: unknown }) => void;
};

type Place = Placement & { maxConnections: number };
type Server = { pid: number; connection: DatabaseConnection };

const databaseName = 'gleaner';
const instanceLock = 4_110_285_337;
const startTimeoutMs = 60_000;
const longestReviveMs = 15_000;
const quickStartMs = 5000;
const patientAttempts = 3;
const fullBytes = 1024 ** 2;

/** Starts PostgreSQL or takes over one left running. Errors: `data_folder_in_use` (`folder`, `pid`), `database_unavailable`. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place: Place = { ...(await placeCluster(options.dataDir)), maxConnections: options.maxConnections ?? 60 };
  await createCluster(place);
  const adopted = await adoptServer(place);
  let server = adopted ?? (await startServer(place));
  const database = options.database ?? databaseName;
  const connection = { ...server.connection, database } as DatabaseConnection;
  let lock: Session;
  try {
    lock = await holdInstanceLock(server, options.dataDir);
    await createDatabaseOnce(lock, database);
  } catch (error) {
    // A PostgreSQL that ran before belongs to the program that holds the lock.
    if (!adopted) await stopServer(server.pid);
    throw error;
  }

  let lockLost = false;
  const noticeLoss = (held: Session) =>
    void held.ended.then(() => {
      if (held === lock) lockLost = true;
    });
  noticeLoss(lock);
  let stopping = false;
  const watch = setInterval(() => void revive(), 1000);
  watch.unref();
  let reviving = false;
  // Kept across attempts: on a full disk, PostgreSQL may run but accept no sessions.
  let restarted = false;
  let failures = 0;
  let nextTryAt = 0;
  async function revive(): Promise<void> {
    const running = isPostmaster(server.pid);
    if (stopping || reviving || performance.now() < nextTryAt || (running && !lockLost)) return;
    reviving = true;
    lockLost = true;
    restarted ||= !running;
    try {
      await lock.close();
      if (!running) server = (await adoptServer(place)) ?? (await startServer(place));
      lock = await holdInstanceLock(server, options.dataDir);
      lockLost = false;
      noticeLoss(lock);
      failures = 0;
      if (restarted) options.onEvent?.({ type: 'restarted' });
      restarted = false;
    } catch (error) {
      // PostgreSQL is shutting down or recovering.
      if (running && !hasCode(error, 'data_folder_in_use')) return;
      // Retries forever, because space may be freed on a full disk.
      nextTryAt = performance.now() + Math.min(longestReviveMs, 1000 * 2 ** failures++);
      options.onEvent?.({ type: 'lost', error });
    } finally {
      reviving = false;
    }
  }

  return {
    connection,
    adopted: adopted !== null,
    directory: place.clusterDir,
    pid: () => server.pid,
    async stop() {
      stopping = true;
      clearInterval(watch);
      await lock.close();
      await stopServer(server.pid);
    },
  };
}

async function adoptServer(place: Placement): Promise<Server | null> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const found = await readPostmaster(place);
    if (!found || !isPostmaster(found.pid)) return null;
    if (found.ready) return { pid: found.pid, connection: found.connection };
    if (await answers(found.connection)) return { pid: found.pid, connection: found.connection };
    if (Date.now() > deadline)
      throw new AppError('database_unavailable', { detail: `PostgreSQL ${found.pid} does not get ready` });
    await sleep(50);
  }
}

async function startServer(place: Place): Promise<Server> {
  let problem = '';
  // The workers of a killed PostgreSQL release its shared memory a moment later; those that do not are killed.
  for (let attempt = 0; attempt < 10; attempt++) {
    if (attempt > 0) await sleep(300);
    if (attempt >= patientAttempts) await killOrphans(place);
    const started = await tryStartServer(place);
    if (typeof started !== 'string') return started;
    problem = started;
    // Another program may have started PostgreSQL at the same time; the lock decides who keeps it.
    const other = await adoptServer(place);
    if (other) return other;
  }
  throw new AppError('database_unavailable', { detail: `the packaged PostgreSQL did not start: ${problem}` });
}

async function tryStartServer(place: Place): Promise<Server | string> {
  await mkdir(place.socketDir, { recursive: true });
  const logPath = join(place.clusterDir, 'server.log');
  const written = await stat(logPath).catch(() => null);
  if (written && written.size > 5_000_000) await rm(logPath, { force: true });
  const log = await open(logPath, 'a', 0o600);
  const before = (await log.stat()).size;
  try {
    // `detached` gives it a session of its own, so Ctrl+C reaches only this process, which can store its work first.
    const child = spawn(place.binaries.postgres, serverArguments(place), {
      ...runOwner(place),
      cwd: place.clusterDir,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      windowsHide: true,
      env: place.environment,
    });
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`ended with ${code ?? signal}`));
    });
    child.unref();
    const deadline = Date.now() + startTimeoutMs;
    const saidNothingUntil = Date.now() + quickStartMs;
    while (Date.now() < deadline) {
      const outcome = await Promise.race([ended, sleep(15)]);
      if (outcome !== undefined) return `${outcome}${await logTail(logPath, before)}`;
      const found = await readPostmaster(place);
      if (found?.ready && found.pid === child.pid) return { pid: found.pid, connection: found.connection };
      if (Date.now() < saidNothingUntil) continue;
      // On a full disk PostgreSQL cannot write its state file.
      if (found && found.pid === child.pid && (await answers(found.connection)))
        return { pid: found.pid, connection: found.connection };
      if (await isFull(place.clusterDir)) break;
    }
    if (child.pid !== undefined) await stopServer(child.pid);
    return 'it did not get ready';
  } finally {
    await log.close();
  }
}

async function answers(connection: DatabaseConnection): Promise<boolean> {
  const session = await openSession(connection, { applicationName: 'gleaner start' }).catch(() => null);
  await session?.close();
  return session !== null;
}

async function isFull(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < fullBytes;
}

function serverArguments(place: Place): string[] {
  const settings: Record<string, string> = {
    listen_addresses: place.tcp ? '127.0.0.1' : '',
    unix_socket_directories: place.tcp ? '' : place.socketDir,
    unix_socket_permissions: '0700',
    port: String(place.port),
    shared_buffers: '64MB',
    // Must fit into the disk space that is kept in reserve.
    max_wal_size: '256MB',
    max_connections: String(place.maxConnections),
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // After a crash, one system call instead of one per file.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  };
  return ['-D', place.clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function logTail(path: string, from: number): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2000), 0, 2000, from);
    const text = buffer.toString('utf8', 0, bytesRead).trim();
    return text === '' ? '' : `: ${text}`;
  } finally {
    await file.close();
  }
}

async function holdInstanceLock(server: Server, dataDir: string): Promise<Session> {
  let session: Session | null = null;
  try {
    session = await openSession(server.connection, { applicationName: `gleaner instance ${process.pid}` });
    const deadline = Date.now() + 2500;
    for (;;) {
      const [row] = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [instanceLock]);
      if (row?.held) return session;
      if (Date.now() > deadline) throw await inUse(session, dataDir);
      await sleep(100);
    }
  } catch (error) {
    await session?.close();
    if (error instanceof AppError) throw error;
    throw new AppError('database_unavailable', { cause: error, detail: 'the packaged PostgreSQL does not answer' });
  }
}

async function inUse(session: Session, dataDir: string): Promise<AppError> {
  const [holder] = await session.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and a.application_name like 'gleaner instance %' limit 1`,
  );
  const pid = holder?.name.replace('gleaner instance ', '') ?? '?';
  return new AppError('data_folder_in_use', {
    params: { folder: dataDir, pid },
    detail: `another Gleaner (process ${pid}) is running on the data folder ${dataDir}`,
  });
}

async function createDatabaseOnce(session: Session, name: string): Promise<void> {
  const found = await session.query('select 1 from pg_database where datname = $1', [name]);
  if (found.length === 0) await session.query(`create database "${name}"`);
}

/** Kills PostgreSQL if it has not stopped after five seconds. */
async function stopServer(pid: number): Promise<void> {
  signalServer(pid, 'SIGINT');
  const deadline = Date.now() + 5000;
  while (isPostmaster(pid)) {
    if (Date.now() > deadline) {
      signalServer(pid, 'SIGQUIT');
      return;
    }
    await sleep(20);
  }
}

function signalServer(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

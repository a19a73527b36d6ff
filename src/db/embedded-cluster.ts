import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, readFile, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '#lib/app-error.ts';
import type { DatabaseConnection } from './client.ts';
import { type Placement, runOwner } from './embedded-paths-and-port.ts';

const superUser = 'postgres';
/** PostgreSQL cannot open a cluster of another major version. */
const majorVersion = '18';

/** Builds the cluster in a temporary folder and renames it, so that an interrupted start leaves no half-made cluster. */
export async function createCluster(place: Placement): Promise<void> {
  const version = await readFile(join(place.clusterDir, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) {
    if (version.trim() === majorVersion) return;
    throw new AppError('database_unavailable', {
      detail: `${place.clusterDir} was made by PostgreSQL ${version.trim()}, this version of Gleaner brings ${majorVersion}`,
    });
  }
  const fresh = await mkdtemp(join(dirname(place.clusterDir), 'postgres-new-'));
  if (place.owner) await chown(fresh, place.owner.uid, place.owner.gid);
  await chmod(fresh, 0o700);
  try {
    await runInitdb(place, fresh);
    await rename(fresh, place.clusterDir).catch(async (error: unknown) => {
      // Another process created the cluster first.
      const other = await readFile(join(place.clusterDir, 'PG_VERSION'), 'utf8').catch(() => null);
      if (other === null) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function runInitdb(place: Placement, directory: string): Promise<void> {
  const args = ['-D', directory, '-U', superUser, '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  if (place.tcp) {
    await writeFile(place.passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    args.push('-A', 'scram-sha-256', `--pwfile=${place.passwordFile}`);
  } else {
    // Only this user can enter the socket's folder.
    args.push('-A', 'trust');
  }
  const child = spawn(place.binaries.initdb, args, {
    ...runOwner(place),
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    env: place.environment,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
  }
  const outcome = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : `initdb ended with ${code}: ${said.trim()}`));
  });
  if (outcome !== null) throw new AppError('database_unavailable', { detail: outcome });
}

/** Reads postmaster.pid. Null when the file is missing or half written. */
export async function readPostmaster(
  place: Placement,
): Promise<{ pid: number; ready: boolean; connection: DatabaseConnection } | null> {
  const text = await readFile(join(place.clusterDir, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const [pidLine = '', , , port = '', socketDir = '', address = '', , state = ''] = text.split('\n');
  const pid = Number(pidLine.trim());
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const password = place.tcp ? (await readFile(place.passwordFile, 'utf8').catch(() => '')).trim() : null;
  return {
    pid,
    ready: state.trim() === 'ready',
    connection: {
      host: place.tcp ? address.trim() || '127.0.0.1' : socketDir.trim() || place.socketDir,
      port: Number(port.trim()) || place.port,
      user: superUser,
      database: 'postgres',
      password,
    },
  };
}

/** Also checks the program's name, because process ids are reused. */
export function isPostmaster(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return /\bpostgres\b/.test(readlinkSync(`/proc/${pid}/exe`));
  } catch (error) {
    // EACCES: the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EACCES';
  }
}

/**
 * Kills workers that outlived their PostgreSQL: while one is left, its shared memory keeps another from starting.
 * One that waits for a lock of the killed PostgreSQL takes a minute to give up. Linux only; as root it needs the right
 * to trace the processes of other users, without which it does nothing.
 */
export async function killOrphans({ clusterDir }: Pick<Placement, 'clusterDir'>): Promise<void> {
  if (process.platform !== 'linux') return;
  const directory = await realpath(clusterDir).catch(() => clusterDir);
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (await isOrphan(name, directory)) process.kill(Number(name), 'SIGKILL');
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
}

async function isOrphan(pid: string, directory: string): Promise<boolean> {
  if ((await readlink(`/proc/${pid}/cwd`)) !== directory) return false;
  // Only workers have such a title; a PostgreSQL that starts keeps its arguments.
  if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).startsWith('postgres: ')) return false;
  const parent = /^PPid:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  const [parentProgram = ''] = (await readFile(`/proc/${parent}/cmdline`, 'utf8')).split('\0');
  return basename(parentProgram) !== 'postgres';
}

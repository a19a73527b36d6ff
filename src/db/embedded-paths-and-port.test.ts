import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyBinaries, placeCluster, runOwner } from './embedded-paths-and-port.ts';

const isRoot = process.getuid?.() === 0;
let folder = '';
let systemDir = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'paths-')));
  systemDir = join(folder, 'system');
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const place = (dataDir: string) => placeCluster(dataDir, systemDir);
const hashOf = (text: string | Buffer, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length);
/** The user `nobody`, or else `daemon`. */
function otherUser(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = (lines.find((line) => line.startsWith('nobody:')) ?? '').split(':');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

describe.runIf(process.platform === 'linux')('where the packaged PostgreSQL lies', () => {
  test('is the data folder, which others cannot list', async () => {
    const data = join(folder, 'data');
    const found = await place(data);
    expect(found).toMatchObject({
      clusterDir: join(data, 'postgres'),
      socketDir: join(data, 'run'),
      tcp: false,
      port: 5432,
      passwordFile: join(data, 'postgres-password'),
      owner: isRoot ? otherUser() : null,
    });
    expect(found.environment).toEqual({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });
    expect([modeOf(data), modeOf(found.socketDir)]).toEqual([isRoot ? '711' : '700', '700']);
    const us = isRoot ? otherUser().uid : process.getuid?.();
    expect(statSync(found.socketDir).uid).toBe(us);
    expect(runOwner(found)).toEqual(isRoot ? otherUser() : {});
    expect(runOwner({ ...found, owner: null })).toEqual({});
    for (const path of [found.binaries.postgres, found.binaries.initdb]) expect(modeOf(path)).toBe('755');
    expect(existsSync(join(dirname(dirname(found.binaries.postgres)), 'lib'))).toBe(true);
    // Nothing has to lie elsewhere.
    expect(existsSync(systemDir)).toBe(false);
    expect(await place(data)).toEqual(found);
  });

  test('keeps its socket in the temporary folder when the path is too long', async () => {
    const fitting = join(folder, 'a'.repeat(85 - folder.length - 1 - '/run'.length));
    expect((await place(fitting)).socketDir).toBe(join(fitting, 'run'));
    const long = `${fitting}a`;
    const { socketDir } = await place(long);
    expect(socketDir).toBe(join(tmpdir(), `gleaner-${process.getuid?.()}-${hashOf(long, 16)}`));
    expect(modeOf(socketDir)).toBe('700');
    rmSync(socketDir, { recursive: true });
  });

  test('refuses a socket folder that is another one’s, or none', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    symlinkSync(folder, join(data, 'run'));
    await expect(place(data)).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(modeOf(folder)).toBe('755');
  });

  test('refuses a path that is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(place(join(folder, 'file'))).rejects.toThrow('EEXIST');
  });
});

describe.runIf(isRoot)('where it lies when only root can enter the data folder', () => {
  let data = '';
  let target = '';
  beforeEach(() => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    data = join(closed, 'data');
    target = join(systemDir, `data-${hashOf(data, 12)}`, 'postgres');
  });

  test('is the folder of the system, with a link from the data folder', async () => {
    const found = await place(data);
    expect(found).toMatchObject({ clusterDir: target, socketDir: join(dirname(target), 'run') });
    expect(readlinkSync(join(data, 'postgres'))).toBe(target);
    expect([modeOf(systemDir), modeOf(dirname(target))]).toEqual(['755', '711']);
    expect(found.passwordFile).toBe(join(data, 'postgres-password'));
    // The second time, the link is there, whether or not it leads anywhere yet.
    mkdirSync(target);
    writeFileSync(join(target, 'PG_VERSION'), '18');
    expect(await place(data)).toEqual(found);
    expect(readFileSync(join(target, 'PG_VERSION'), 'utf8')).toBe('18');
  });

  test('takes a cluster along that was made before', async () => {
    mkdirSync(join(data, 'postgres'), { recursive: true });
    writeFileSync(join(data, 'postgres', 'PG_VERSION'), '18');
    // Left by a data folder of the same name.
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'old'), '');
    expect((await place(data)).clusterDir).toBe(target);
    expect(readdirSync(target)).toEqual(['PG_VERSION']);
    expect(lstatSync(join(data, 'postgres')).isSymbolicLink()).toBe(true);
  });

  test('stays where a link leads already', async () => {
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(data, { recursive: true });
    symlinkSync(elsewhere, join(data, 'postgres'));
    expect((await place(data)).clusterDir).toBe(elsewhere);
    expect(existsSync(systemDir)).toBe(false);
  });

  test('must be a folder that only root can write to', async () => {
    const refused = { code: 'database_unavailable' };
    mkdirSync(systemDir);
    for (const mode of [0o775, 0o757]) {
      chmodSync(systemDir, mode);
      await expect(place(data)).rejects.toMatchObject(refused);
    }
    chmodSync(systemDir, 0o755);
    expect((await place(data)).clusterDir).toBe(target);
    rmSync(systemDir, { recursive: true });
    rmSync(join(data, 'postgres'), { force: true });
    const other = join(folder, 'other');
    mkdirSync(other);
    symlinkSync(other, systemDir);
    await expect(place(data)).rejects.toMatchObject(refused);
  });
});

describe('a copy of the programs', () => {
  test('is made once for each version', async () => {
    const native = join(folder, 'package', 'native');
    mkdirSync(join(native, 'bin'), { recursive: true });
    mkdirSync(join(native, 'lib'));
    writeFileSync(join(folder, 'package', 'package.json'), '{"version":"1"}');
    for (const name of ['initdb', 'postgres']) writeFileSync(join(native, 'bin', name), `this is ${name}`, { mode: 0o755 });
    symlinkSync('lib.so.5', join(native, 'lib', 'lib.so'));
    const own = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
    const target = (version: string) => join(systemDir, `postgresql-${hashOf(`{"version":"${version}"}`, 12)}`);
    if (!isRoot) return;
    const copied = await copyBinaries(own, systemDir);
    const bin = join(target('1'), 'native', 'bin');
    expect(copied).toEqual({ initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') });
    expect(readFileSync(copied.postgres, 'utf8')).toBe('this is postgres');
    expect([modeOf(target('1')), modeOf(copied.initdb)]).toEqual(['755', '755']);
    expect(readlinkSync(join(target('1'), 'native', 'lib', 'lib.so'))).toBe('lib.so.5');
    writeFileSync(own.postgres, 'changed');
    expect(await copyBinaries(own, systemDir)).toEqual(copied);
    expect(readFileSync(copied.postgres, 'utf8')).toBe('this is postgres');
    writeFileSync(join(folder, 'package', 'package.json'), '{"version":"2"}');
    expect(readFileSync((await copyBinaries(own, systemDir)).postgres, 'utf8')).toBe('changed');
    expect(readdirSync(systemDir).toSorted()).toEqual(
      [target('1'), target('2')].map((path) => path.slice(systemDir.length + 1)).toSorted(),
    );
  });
});

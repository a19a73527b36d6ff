import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCluster, isPostmaster, readPostmaster } from './embedded-cluster.ts';
import type { Placement } from './embedded-paths-and-port.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cluster-')));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function placement(more: Partial<Placement> = {}): Placement {
  return {
    binaries: { initdb: join(folder, 'initdb'), postgres: '/nowhere' },
    clusterDir: join(folder, 'postgres'),
    socketDir: join(folder, 'run'),
    tcp: false,
    port: 5432,
    passwordFile: join(folder, 'postgres-password'),
    owner: null,
    environment: { PATH: process.env.PATH, GIVEN: 'yes' },
    ...more,
  };
}

/** In place of the program: notes what it is called with, then does as it is told. `$2` is the folder. */
function writeInitdb(body: string): void {
  const path = join(folder, 'initdb');
  writeFileSync(path, `#!/bin/sh\necho "$GIVEN $(pwd) $@" > ${folder}/called\n${body}\n`);
  chmodSync(path, 0o755);
}
const leftovers = () => readdirSync(folder).filter((name) => name.startsWith('postgres-new-'));

describe.runIf(process.platform !== 'win32')('making the cluster', () => {
  test('happens beside its place, which then holds it whole', async () => {
    writeInitdb('echo 18 > "$2/PG_VERSION"');
    await createCluster(placement());
    expect(readFileSync(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
    expect((statSync(join(folder, 'postgres')).mode & 0o777).toString(8)).toBe('700');
    const fresh = `${folder}/postgres-new-`;
    const [said = ''] = readFileSync(join(folder, 'called'), 'utf8').split('\n');
    expect(said.replaceAll(/postgres-new-\w+/g, 'postgres-new-')).toBe(
      `yes ${fresh} -D ${fresh} -U postgres -E UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 -A trust`,
    );
    expect(leftovers()).toEqual([]);
    expect(existsSync(join(folder, 'postgres-password'))).toBe(false);
    // It is made once.
    writeInitdb('exit 1');
    await createCluster(placement());
  });

  test('has a password where there is no socket', async () => {
    writeInitdb('echo 18 > "$2/PG_VERSION"');
    await createCluster(placement({ tcp: true }));
    const path = join(folder, 'postgres-password');
    expect(readFileSync(path, 'utf8')).toMatch(/^[\w-]{32}\n$/);
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(join(folder, 'called'), 'utf8')).toMatch(new RegExp(` -A scram-sha-256 --pwfile=${path}\n$`));
  });

  test('says why it failed, and leaves nothing behind', async () => {
    writeInitdb('echo out; echo "no room" >&2; exit 3');
    const error: unknown = await createCluster(placement()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'database_unavailable',
      message: expect.stringMatching(/initdb ended with 3: (?:out\nno room|no room\nout)$/),
    });
    expect(leftovers()).toEqual([]);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    rmSync(join(folder, 'initdb'));
    await expect(createCluster(placement())).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(leftovers()).toEqual([]);
  });

  test('leaves a cluster alone that another process made meanwhile, and no other folder', async () => {
    const meanwhile = (name: string) =>
      writeInitdb(`echo mine > "$2/PG_VERSION"; mkdir -p ${folder}/postgres; echo theirs > ${folder}/postgres/${name}`);
    meanwhile('PG_VERSION');
    await createCluster(placement());
    expect(readFileSync(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe('theirs\n');
    rmSync(join(folder, 'postgres'), { recursive: true });
    meanwhile('something');
    await expect(createCluster(placement())).rejects.toThrow('ENOTEMPTY');
    expect(readdirSync(join(folder, 'postgres'))).toEqual(['something']);
    expect(leftovers()).toEqual([]);
  });

  test('does not touch a cluster of another version', async () => {
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '17\n');
    await expect(createCluster(placement())).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('was made by PostgreSQL 17, this version of Gleaner brings 18'),
    });
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), ' 18 \n');
    await createCluster(placement());
    expect(readdirSync(folder)).toEqual(['postgres']);
  });
});

describe('what a running PostgreSQL says of itself', () => {
  const said = (...lines: string[]) => {
    mkdirSync(join(folder, 'postgres'), { recursive: true });
    writeFileSync(join(folder, 'postgres', 'postmaster.pid'), lines.join('\n'));
  };
  const lines = ['4711', '/data', '1700000000', ' 6000 ', ' /run/x ', ' 127.0.0.9 ', '  5432001  98304', ' ready   ', ''];
  const common = { user: 'postgres', database: 'postgres' };

  test('is its process, whether it is ready, and where it listens', async () => {
    said(...lines);
    expect(await readPostmaster(placement())).toEqual({
      pid: 4711,
      ready: true,
      connection: { ...common, host: '/run/x', port: 6000, password: null },
    });
    writeFileSync(join(folder, 'postgres-password'), 'secret\n');
    expect(await readPostmaster(placement({ tcp: true }))).toEqual({
      pid: 4711,
      ready: true,
      connection: { ...common, host: '127.0.0.9', port: 6000, password: 'secret' },
    });
    said(...lines.with(7, 'starting'));
    expect(await readPostmaster(placement())).toMatchObject({ pid: 4711, ready: false });
  });

  test('may be half written', async () => {
    said('4711', '/data');
    expect(await readPostmaster(placement({ port: 5433 }))).toEqual({
      pid: 4711,
      ready: false,
      connection: { ...common, host: join(folder, 'run'), port: 5433, password: null },
    });
    expect(await readPostmaster(placement({ tcp: true }))).toMatchObject({
      connection: { host: '127.0.0.1', port: 5432, password: '' },
    });
    for (const text of ['', '0', '-5', 'x', '1.5']) {
      said(text);
      expect(await readPostmaster(placement())).toBeNull();
    }
    rmSync(join(folder, 'postgres'), { recursive: true });
    expect(await readPostmaster(placement())).toBeNull();
  });

  test('is told apart from another process with its number', () => {
    // Beyond what a process can have.
    expect(isPostmaster(2 ** 22 + 1)).toBe(false);
    if (process.platform === 'linux') expect(isPostmaster(process.pid)).toBe(false);
  });
});

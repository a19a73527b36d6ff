import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { findTool } from '../process/tools.ts';
import { sandboxOf } from './boxed.ts';
import { boxFor, createProgramFinder, isOlder, oldestVersion, type ProgramPlace } from './program.ts';

const never = new AbortController().signal;
let folder = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'program-')));
  // When the tests run as root, children run as another user, who also writes here.
  chmodSync(folder, 0o777);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that notes each start and its arguments. */
function writeProgram(name: string, body: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho "$@" >> ${join(folder, 'log')}\n${body}\n`);
  chmodSync(path, mode);
  return path;
}
const log = () => readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');

const find = (place: Partial<ProgramPlace>, signal = never) =>
  createProgramFinder({ path: null, searchPath: '', ...place })(signal).then(
    ({ path, version }) => `${path} ${version}`,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('the program that is used', () => {
  test('is the given one, if it can be started', async () => {
    const path = writeProgram('a', 'echo 2026.11.01');
    expect(await find({ path })).toBe(`${path} 2026.11.01`);
    expect(log()).toEqual(['--ignore-config --version']);
    expect(await find({ path: join(folder, 'missing'), searchPath: folder })).toBe('ytdlp_missing');
    expect(await find({ path: folder })).toBe('ytdlp_missing');
    chmodSync(path, 0o644);
    expect(await find({ path })).toBe('ytdlp_missing');
  });

  test('is the first one on the search path', async () => {
    for (const name of ['one', 'two', 'three']) mkdirSync(join(folder, name));
    mkdirSync(join(folder, 'one', 'yt-dlp'));
    const path = writeProgram('two/yt-dlp', 'echo 2026.11.02');
    writeProgram('three/yt-dlp', 'echo 2026.11.03');
    const searchPath = ['relative', '', ...['one', 'two', 'three'].map((name) => join(folder, name))].join(delimiter);
    expect(await find({ searchPath })).toBe(`${path} 2026.11.02`);
    if (findTool('yt-dlp') === null) expect(await find({ searchPath: join(folder, 'one') })).toBe('ytdlp_missing');
  });

  test('is asked for its version once for each state of its file', async () => {
    const path = writeProgram('a', 'echo 2026.11.01');
    const finder = createProgramFinder({ path, searchPath: '' });
    const first = await finder(never);
    expect(first).toMatchObject({ path, version: '2026.11.01' });
    expect(await finder(never)).toBe(first);
    expect(log()).toHaveLength(1);
    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    await finder(never);
    expect(log()).toHaveLength(2);
    writeProgram('a', 'echo 2026.12.01 ');
    utimesSync(path, new Date(), new Date(Date.now() + 5000));
    expect((await finder(never)).version).toBe('2026.12.01');
  });

  test('is refused when it is too old, also the second time', async () => {
    const finder = createProgramFinder({ path: writeProgram('a', 'echo 2026.07.03'), searchPath: '' });
    for (let time = 0; time < 2; time++)
      await expect(finder(never)).rejects.toMatchObject({
        code: 'ytdlp_outdated',
        params: { version: '2026.07.03', needed: oldestVersion },
      });
    expect(await find({ path: writeProgram('b', `echo ${oldestVersion}`) })).toContain(oldestVersion);
  });

  test('has to tell its version', async () => {
    expect(await find({ path: writeProgram('a', 'echo 2026.11.01; exit 1') })).toBe('ytdlp_failed');
    expect(await find({ path: writeProgram('b', 'echo hello') })).toBe('ytdlp_failed');
    expect(await find({ path: writeProgram('c', 'printf "\\n2026.11.01\\n"') })).toContain('2026.11.01');
  });

  test('is not waited for when nobody does any more', async () => {
    expect(await find({ path: writeProgram('a', 'echo 2026.11.01') }, AbortSignal.abort())).toBe('cancelled');
  });

  test.each([
    ['2026.07.03', true],
    ['2026.06.30', true],
    ['2025.12.31', true],
    ['2026.07.04', false],
    ['2026.7.4', false],
    ['2026.10.01', false],
    ['2027.01.01', false],
    ['2026.07.04.1', false],
    ['2026.07.04-dev', false],
    ['2026.07.04+local.1', false],
    ['2026.07.04.232800.dev0', false],
    ['2026.07.04x', true],
    ['x2026.07.04', true],
    ['', true],
  ])('of %j is older than that of July: %s', (version, older) => {
    expect(isOlder(version, '2026.07.04')).toBe(older);
  });
});

describe('what its box holds', () => {
  const env = { HOME: homedir() };

  test('is itself and the file that it leads to', async () => {
    const path = writeProgram('real', 'exit 0');
    const link = join(folder, 'link');
    symlinkSync(path, link);
    expect(await boxFor(link, never)).toEqual({ readOnly: [link, path], env });
    const bare = join(folder, 'bare');
    writeFileSync(bare, 'no script');
    expect(await boxFor(bare, never)).toEqual({ readOnly: [bare, bare], env });
  });

  /** A Python that says where its folders are. */
  const writePython = (name: string, folders: unknown[], exit = 0) => {
    mkdirSync(join(folder, 'env', 'bin'), { recursive: true });
    return writeProgram(`env/bin/${name}`, `echo '${JSON.stringify(folders)}'; exit ${exit}`);
  };
  const script = (head: string) => {
    const path = join(folder, 'script');
    writeFileSync(path, head);
    return path;
  };

  test('is also the Python that runs it, with its folders', async () => {
    const libraries = join(folder, 'libraries');
    mkdirSync(libraries);
    const python = writePython('python3.12', [libraries, 'relative', '', '/nowhere/at/all', '/usr/lib', '/', libraries]);
    for (const head of [`#!${python}\n`, `#! ${python} -I\nimport x`, `#!${python}`]) {
      const path = script(head);
      expect(await boxFor(path, never)).toEqual({ readOnly: [path, libraries, python, join(folder, 'env')], env });
    }
    expect(log()[0]).toMatch(/^-c import json, sys;/);
    // One that fails tells nothing.
    const failing = writePython('python3', [libraries], 1);
    const path = script(`#!${failing}\n`);
    expect(await boxFor(path, never)).toEqual({ readOnly: [path, failing, join(folder, 'env')], env });
  });

  test('is found through a link and the search of the system', async () => {
    const real = writePython('python3.11', []);
    const link = join(folder, 'python3');
    symlinkSync(real, link);
    const linked = script(`#!${link}\n`);
    expect(await boxFor(linked, never)).toEqual({ readOnly: [linked, real, join(folder, 'env')], env });
    // What lies in the system's own folders is there anyway.
    if (findTool('python3')?.startsWith('/usr/')) {
      const path = script('#!/usr/bin/env python3\n');
      const { readOnly } = await boxFor(path, never);
      expect(readOnly[0]).toBe(path);
      expect(readOnly.filter((one) => one === '/' || one.startsWith('/usr/'))).toEqual([]);
    }
    const other = script(`#!${writePython('pythonic', [])}\n`);
    expect(await boxFor(other, never)).toEqual({ readOnly: [other, other], env });
    const shell = script('#!/usr/bin/env nothing-of-this-name\n');
    expect(await boxFor(shell, never)).toEqual({ readOnly: [shell, shell], env });
  });

  test('is seen in the sandbox with certificates, the socket of the guard and the folder for results', () => {
    const same = (path: string) => ({ from: path, to: path });
    const always = ['/a', '/etc/ssl', '/etc/pki', '/etc/ca-certificates'].map(same);
    const box = { readOnly: ['/a'], env: {} };
    expect(sandboxOf(box, {})).toEqual({ readOnly: always });
    expect(sandboxOf(box, { socket: '/tmp/x.sock', folder: '/tmp/out' })).toEqual({
      readOnly: [...always, { from: '/tmp/x.sock', to: '/run/guard.sock' }],
      writable: [{ from: '/tmp/out', to: '/run/gleaner-out' }],
    });
  });
});

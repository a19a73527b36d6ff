import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childUser, isOpenToAll, onRootKept, openToAll, userArguments, userFor } from './child-user.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'child-user-')));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
function file(name: string, mode: number): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

test('arguments change the user, and drop what it might gain', () => {
  const user = { uid: 5, gid: 6 };
  const change = ['--reuid=5', '--regid=6', '--clear-groups', '--inh-caps=-all', '--bounding-set=-all'];
  expect(userArguments(user, { mayGain: false })).toEqual(['--no-new-privs', ...change]);
  expect(userArguments(user, { mayGain: true })).toEqual(change);
  const [first, ...rest] = userArguments(null, { mayGain: false });
  expect(first).toBe('--no-new-privs');
  expect(userArguments(null, { mayGain: true })).toEqual(rest);
  expect([[], ['--inh-caps=-all', '--bounding-set=-all']]).toContainEqual(rest);
  if (process.getuid?.() !== 0) expect(rest).toEqual([]);
});

describe.runIf(process.platform === 'linux')('what is open to all', () => {
  test('can be read by others, as can be entered each folder above it', () => {
    expect(isOpenToAll(file('a/open', 0o604))).toBe(true);
    expect(isOpenToAll(file('a/closed', 0o640))).toBe(false);
    expect(isOpenToAll(join(folder, 'missing'))).toBe(false);
    const path = file('b/c/deep', 0o644);
    for (const [mode, open] of [
      [0o711, true],
      [0o710, false],
      [0o704, false],
    ] as const) {
      chmodSync(join(folder, 'b'), mode);
      expect(isOpenToAll(path)).toBe(open);
    }
    // A folder has to be listed, too.
    for (const [mode, open] of [
      [0o705, true],
      [0o701, false],
      [0o704, false],
    ] as const) {
      chmodSync(join(folder, 'a'), mode);
      expect(isOpenToAll(join(folder, 'a'))).toBe(open);
    }
  });

  test('is made so, with everything in it', () => {
    const own = join(folder, 'own');
    const path = file('own/deep/file', 0o600);
    chmodSync(own, 0o700);
    chmodSync(join(own, 'deep'), 0o700);
    openToAll(own);
    expect([own, join(own, 'deep'), path].map(modeOf)).toEqual(['755', '755', '644']);
    expect(() => openToAll(join(folder, 'missing'))).not.toThrow();
  });
});

test('another user is taken where it can read everything, and each reason against it is told once', () => {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const told: string[] = [];
  onRootKept((reason) => told.push(reason));
  const [open, closed, other] = [file('open', 0o644), file('closed', 0o600), file('other', 0o600)];
  expect(userFor([open])).toEqual(isRoot ? childUser() : null);
  expect(userFor([])).toEqual(isRoot ? childUser() : null);
  expect(told).toEqual(isRoot && !childUser() ? ['setpriv'] : []);
  for (let time = 0; time < 2; time++) expect(userFor([open, closed, other])).toBeNull();
  expect(userFor([other])).toBeNull();
  if (isRoot && childUser()) expect(told).toEqual([closed, other]);
  if (!isRoot) expect(told).toEqual([]);
  expect(childUser()).toEqual(isRoot ? childUser() : null);
  if (isRoot && childUser()) expect(childUser()?.gid).toBe(childUser()?.uid);
});

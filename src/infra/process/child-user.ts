/** The user for children when the server runs as root. Not `nobody`, which owns the packaged PostgreSQL's files. */
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { findTool } from './tools.ts';

export type ChildUser = { uid: number; gid: number };

/** Distributions assign no user ids from here on. */
const firstNumber = 60_899;

const noNewPrivileges = '--no-new-privs';
const noCapabilities = ['--inh-caps=-all', '--bounding-set=-all'];

let found: ChildUser | null | undefined;

/** Null when this server is not root or cannot change users. */
export function childUser(): ChildUser | null {
  if (found === undefined) found = process.platform === 'linux' && process.getuid?.() === 0 ? findUser() : null;
  return found;
}

function findUser(): ChildUser | null {
  const taken = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .flatMap((line) => line.split(':')[2] ?? []),
  );
  let uid = firstNumber;
  while (taken.has(String(uid))) uid++;
  const user = { uid, gid: uid };
  // Tried once, because containers may forbid changing users.
  return runs(changeUser(user, { mayGain: false })) ? user : null;
}

/** Arguments for `setpriv`; empty if there is nothing to change. */
export function userArguments(user: ChildUser | null, options: { mayGain: boolean }): string[] {
  const args = options.mayGain ? [] : [noNewPrivileges];
  if (user) return [...args, `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...noCapabilities];
  // Without capabilities, root can access only files that it owns.
  return process.getuid?.() === 0 && canDropCapabilities() ? [...args, ...noCapabilities] : args;
}

let dropsCapabilities: boolean | undefined;

function canDropCapabilities(): boolean {
  dropsCapabilities ??= runs([findTool('setpriv') ?? '', ...noCapabilities, '--']);
  return dropsCapabilities;
}

function changeUser(user: ChildUser, options: { mayGain: boolean }): string[] {
  return [findTool('setpriv') ?? '', ...userArguments(user, options), '--'];
}

function runs([command = '', ...args]: string[]): boolean {
  if (command === '') return false;
  return spawnSync(command, [...args, findTool('true') ?? 'true'], { env: {}, stdio: 'ignore', timeout: 5000 }).status === 0;
}

export function isOpenToAll(path: string): boolean {
  try {
    const own = statSync(path);
    const wanted = own.isDirectory() ? 0o005 : 0o004;
    if ((own.mode & wanted) !== wanted) return false;
    for (let at = dirname(path); ; at = dirname(at)) {
      if ((statSync(at).mode & 0o001) === 0) return false;
      if (at === parse(at).root) return true;
    }
  } catch {
    return false;
  }
}

export function openToAll(folder: string): void {
  try {
    chmodSync(folder, 0o755);
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  } catch {}
}

const reported = new Set<string>();
let report: (reason: string) => void = () => {};

export function onRootKept(listener: (reason: string) => void): void {
  report = listener;
}

export function userFor(paths: readonly string[]): ChildUser | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const user = childUser();
  const reason = user ? paths.find((path) => !isOpenToAll(path)) : 'setpriv';
  if (reason === undefined) return user;
  if (!reported.has(reason)) {
    reported.add(reason);
    report(reason);
  }
  return null;
}

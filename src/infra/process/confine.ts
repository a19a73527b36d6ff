/**
 * How a child is fenced in: resource limits by `prlimit`, another user than root and death with its parent by `setpriv`,
 * and a box without network by `bwrap`. Each is used where the machine has it; the command still runs where it has none
 * of them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ChildUser, childUser, userArguments, userFor } from './child-user.ts';
import { findTool } from './tools.ts';

export type ProcessLimits = {
  /** Private writable memory. Bounds what a decoder can allocate; address space alone says little for a JavaScript runtime. */
  dataBytes?: number;
  addressSpaceBytes?: number;
  cpuSeconds?: number;
  /** Largest file the child may write. */
  fileSizeBytes?: number;
  openFiles?: number;
};

/** What a boxed child may see besides the system's libraries. Nothing else of the disk exists for it, and no network. */
export type Sandbox = { readOnly: { from: string; to: string }[]; writable?: { from: string; to: string }[] };

export type ConfineOptions = {
  limits?: ProcessLimits | undefined;
  sandbox?: Sandbox | undefined;
  /** What the child's user has to be able to read besides the program and what the sandbox names. */
  needs?: readonly string[];
  /** Started as the user of this server: for what writes into the installation. */
  keepUser?: boolean;
  /** Allows setuid programs, which the sandbox of a browser needs. */
  mayGain?: boolean;
};

export type Confined = { command: string; args: string[]; boxed: boolean };

/** The argv that runs `command` within the limits, as another user than root and, when possible and asked for, in the box. */
export function confine(command: string, args: string[], options: ConfineOptions): Confined {
  if (process.platform !== 'linux') return { command, args, boxed: false };
  const { limits, sandbox, needs = [], keepUser = false, mayGain = false } = options;
  let argv = [command, ...args];
  const boxed = sandbox !== undefined && canBox();
  const setpriv = findTool('setpriv');
  const outer = ['--pdeathsig', 'KILL'];
  if (sandbox && boxed) {
    const user = box().user;
    if (user && setpriv) argv = [setpriv, ...userArguments(user, { mayGain }), '--', ...argv];
    argv = [...boxPrefix(user, sandbox), ...bindings(sandbox), '--', ...argv];
  } else if (!keepUser) {
    const user = userFor([command, ...needs, ...(sandbox?.readOnly ?? []).map(({ from }) => from)]);
    outer.push(...userArguments(user, { mayGain }));
  }
  if (setpriv) argv = [setpriv, ...outer, '--', ...argv];
  const prlimit = findTool('prlimit');
  if (limits && prlimit) argv = [prlimit, ...limitArgs(limits), '--', ...argv];
  const [first = command, ...rest] = argv;
  return { command: first, args: rest, boxed };
}

function limitArgs(limits: ProcessLimits): string[] {
  const args = ['--core=0'];
  if (limits.dataBytes !== undefined) args.push(`--data=${limits.dataBytes}`);
  if (limits.addressSpaceBytes !== undefined) args.push(`--as=${limits.addressSpaceBytes}`);
  if (limits.cpuSeconds !== undefined) args.push(`--cpu=${limits.cpuSeconds}`);
  if (limits.fileSizeBytes !== undefined) args.push(`--fsize=${limits.fileSizeBytes}`);
  if (limits.openFiles !== undefined) args.push(`--nofile=${limits.openFiles}`);
  return args;
}

const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/nix/store',
];

const ownNamespaces = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'];
/** What changing to the user inside takes; it ends there. */
const changeCapabilities = ['SETUID', 'SETGID', 'SETPCAP'].flatMap((name) => ['--cap-add', `CAP_${name}`]);

/** A user namespace knows only the user who made it, so the box in which root changes to another has none. */
function boxPrefix(user: ChildUser | null, sandbox?: Sandbox): string[] {
  const bwrap = findTool('bwrap') ?? 'bwrap';
  const inside = user ? parentsOf([...(sandbox?.readOnly ?? []), ...(sandbox?.writable ?? [])].map(({ to }) => to)) : [];
  const system = systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]);
  const namespaces = user
    ? [...ownNamespaces, '--cap-drop', 'ALL', ...changeCapabilities]
    : ['--unshare-all', '--cap-drop', 'ALL'];
  const temporary = [...(user ? ['--perms', '1777'] : []), '--tmpfs', '/tmp'];
  const own = ['--proc', '/proc', '--dev', '/dev', ...temporary, ...inside, ...system];
  return [bwrap, ...namespaces, '--die-with-parent', '--new-session', ...own];
}

/** The folders above these places, which `bwrap` by itself makes for root alone. */
function parentsOf(places: readonly string[]): string[] {
  const parents = new Set(['/etc', '/run']);
  for (const place of places) for (let at = dirname(place); at !== '/' && at !== '/tmp'; at = dirname(at)) parents.add(at);
  const folders = [...parents].filter(
    (path) => !systemFolders.some((system) => path === system || path.startsWith(`${system}/`)),
  );
  return folders.toSorted().flatMap((path) => ['--perms', '0755', '--dir', path]);
}

function bindings(sandbox: Sandbox): string[] {
  const readOnly = sandbox.readOnly.filter(({ from }) => existsSync(from)).flatMap(({ from, to }) => ['--ro-bind', from, to]);
  const writable = (sandbox.writable ?? []).flatMap(({ from, to }) => ['--bind', from, to]);
  return [...readOnly, ...writable];
}

type Box = { works: boolean; user: ChildUser | null };
let tried: Box | undefined;

/** Containers and some distributions forbid namespaces, so having `bwrap` is not enough: it is tried once. */
function box(): Box {
  tried ??= tryBoxes();
  return tried;
}

function tryBoxes(): Box {
  if (process.platform !== 'linux' || findTool('bwrap') === null) return { works: false, user: null };
  const user = childUser();
  if (user && boxRuns(user)) return { works: true, user };
  // Root who may not make the other kind: still root in there, without capabilities and files.
  return { works: boxRuns(null), user: null };
}

function boxRuns(user: ChildUser | null): boolean {
  const change = user ? [findTool('setpriv') ?? '', ...userArguments(user, { mayGain: false }), '--'] : [];
  const [command, ...args] = [...boxPrefix(user), '--', ...change, '/usr/bin/true'];
  return spawnSync(command, args, { env: {}, stdio: 'ignore', timeout: 5000 }).status === 0;
}

export function canBox(): boolean {
  return box().works;
}

/** The user in the box; null when it is the one of this server. */
export function boxUser(): ChildUser | null {
  return box().user;
}

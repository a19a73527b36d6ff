/** Confines a child: limits with `prlimit`, another user with `setpriv`, a sandbox without network with `bwrap`, if available. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type ChildUser, childUser, userArguments, userFor } from './child-user.ts';
import { findTool } from './tools.ts';

export type ProcessLimits = {
  /** Private writable memory. Limiting the address space means little for a JavaScript runtime. */
  dataBytes?: number;
  addressSpaceBytes?: number;
  cpuSeconds?: number;
  fileSizeBytes?: number;
  openFiles?: number;
};

/** Files that a sandboxed child sees besides system libraries. It sees no others and has no network. */
export type Sandbox = { readOnly: { from: string; to: string }[]; writable?: { from: string; to: string }[] };

export type ConfineOptions = {
  limits?: ProcessLimits | undefined;
  sandbox?: Sandbox | undefined;
  needs?: readonly string[];
  /** Keeps the server's user, for children that write into the installation. */
  keepUser?: boolean;
  /** Allows setuid programs, which a browser's sandbox needs. */
  mayGain?: boolean;
};

export type Confined = { command: string; args: string[]; boxed: boolean };

type Find = (tool: string) => string | null;
type Machine = { platform: string; find: Find; box(): Box; userFor(paths: readonly string[]): ChildUser | null };

const thisMachine: Machine = { platform: process.platform, find: findTool, box, userFor };

export function confine(command: string, args: string[], options: ConfineOptions, machine = thisMachine): Confined {
  if (machine.platform !== 'linux') return { command, args, boxed: false };
  const { limits, sandbox, needs = [], keepUser = false, mayGain = false } = options;
  let argv = [command, ...args];
  const boxed = sandbox !== undefined && machine.box().works;
  const setpriv = machine.find('setpriv');
  const outer = ['--pdeathsig', 'KILL'];
  if (sandbox && boxed) {
    const { user } = machine.box();
    if (user && setpriv) argv = [setpriv, ...userArguments(user, { mayGain }), '--', ...argv];
    argv = [...boxPrefix(machine.find, user, sandbox), ...bindings(sandbox), '--', ...argv];
  } else if (!keepUser) {
    const user = machine.userFor([command, ...needs, ...(sandbox?.readOnly ?? []).map(({ from }) => from)]);
    outer.push(...userArguments(user, { mayGain }));
  }
  if (setpriv) argv = [setpriv, ...outer, '--', ...argv];
  const prlimit = machine.find('prlimit');
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
const changeCapabilities = ['SETUID', 'SETGID', 'SETPCAP'].flatMap((name) => ['--cap-add', `CAP_${name}`]);

/** A user namespace has only one user, so to change the user the sandbox is made without one. */
function boxPrefix(find: Find, user: ChildUser | null, sandbox?: Sandbox): string[] {
  const bwrap = find('bwrap') ?? 'bwrap';
  const inside = user ? parentsOf([...(sandbox?.readOnly ?? []), ...(sandbox?.writable ?? [])].map(({ to }) => to)) : [];
  const system = systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]);
  const namespaces = user
    ? [...ownNamespaces, '--cap-drop', 'ALL', ...changeCapabilities]
    : ['--unshare-all', '--cap-drop', 'ALL'];
  const temporary = [...(user ? ['--perms', '1777'] : []), '--tmpfs', '/tmp'];
  const own = ['--proc', '/proc', '--dev', '/dev', ...temporary, ...inside, ...system];
  return [bwrap, ...namespaces, '--die-with-parent', '--new-session', ...own];
}

/** Creates the parent folders, which `bwrap` would make accessible to root only. */
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

/** Whether `bwrap` works is tried once, because containers and some distributions forbid namespaces. */
function box(): Box {
  tried ??= tryBoxes({ platform: process.platform, find: findTool, user: childUser, runs });
  return tried;
}

type Trial = { platform: string; find: Find; user: () => ChildUser | null; runs: (argv: string[]) => boolean };

export function tryBoxes({ platform, find, user: otherUser, runs: works }: Trial): Box {
  if (platform !== 'linux' || find('bwrap') === null) return { works: false, user: null };
  const boxRuns = (user: ChildUser | null): boolean => {
    const change = user ? [find('setpriv') ?? '', ...userArguments(user, { mayGain: false }), '--'] : [];
    return works([...boxPrefix(find, user), '--', ...change, '/usr/bin/true']);
  };
  const user = otherUser();
  if (user && boxRuns(user)) return { works: true, user };
  return { works: boxRuns(null), user: null };
}

function runs([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args, { env: {}, stdio: 'ignore', timeout: 5000 }).status === 0;
}

export function canBox(): boolean {
  return box().works;
}

export function boxUser(): ChildUser | null {
  return box().user;
}

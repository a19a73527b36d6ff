/**
 * How a child is fenced in: resource limits by `prlimit`, death with its parent by `setpriv`, and a box without
 * network by `bwrap`. Each is used where the machine has it; the command still runs where it has none of them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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

export type Confined = { command: string; args: string[]; boxed: boolean };

/** The argv that runs `command` within the limits and, when possible and asked for, in the box. */
export function confine(
  command: string,
  args: string[],
  limits: ProcessLimits | undefined,
  sandbox: Sandbox | undefined,
): Confined {
  if (process.platform !== 'linux') return { command, args, boxed: false };
  let argv = [command, ...args];
  const boxed = sandbox !== undefined && canBox();
  if (sandbox && boxed) argv = [...boxPrefix(), ...bindings(sandbox), '--', ...argv];
  const setpriv = findTool('setpriv');
  if (setpriv) argv = [setpriv, '--pdeathsig', 'KILL', '--', ...argv];
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

function boxPrefix(): string[] {
  const bwrap = findTool('bwrap') ?? 'bwrap';
  const system = systemFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]);
  const fences = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'];
  return [bwrap, ...fences, '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', ...system];
}

function bindings(sandbox: Sandbox): string[] {
  const readOnly = sandbox.readOnly.filter(({ from }) => existsSync(from)).flatMap(({ from, to }) => ['--ro-bind', from, to]);
  const writable = (sandbox.writable ?? []).flatMap(({ from, to }) => ['--bind', from, to]);
  return [...readOnly, ...writable];
}

let boxWorks: boolean | undefined;

/** Containers and some distributions forbid user namespaces, so having `bwrap` is not enough: it is tried once. */
export function canBox(): boolean {
  if (boxWorks === undefined) {
    const found = process.platform === 'linux' && findTool('bwrap') !== null;
    const [command = '', ...args] = found ? [...boxPrefix(), '--', '/usr/bin/true'] : [];
    boxWorks = found && spawnSync(command, args, { env: {}, stdio: 'ignore', timeout: 5000 }).status === 0;
  }
  return boxWorks;
}

/** The one place that starts programs: no shell, no inherited environment, bounded in time, output and resources. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/app-error.ts';
import { openToAll } from './child-user.ts';
import { claimCodeCache, codeCacheOf } from './code-cache.ts';
import { type ConfineOptions, confine, type ProcessLimits, type Sandbox } from './confine.ts';
import type { LentFile } from './lend-file.ts';
import { toolPath } from './tools.ts';

export type RunOptions = {
  signal: AbortSignal;
  /** Wall time; past it the child and all it started are killed and AppError `timed_out` is thrown. */
  timeoutMs: number;
  /** The child's whole environment besides PATH and LANG. Nothing of ours is inherited. */
  env?: Record<string, string>;
  cwd?: string;
  input?: Uint8Array | string;
  /** Default 8 MB; more ends the child and the result says `truncated`. */
  maxStdoutBytes?: number;
  /** Sees the output as it comes, besides its being collected. */
  onStdout?: (chunk: Buffer) => void;
  /** Default 64 kB; what comes after is dropped. */
  maxStderrBytes?: number;
  limits?: ProcessLimits;
  sandbox?: Sandbox;
  /** Given to the child as an open file. The caller closes it. */
  lent?: LentFile;
} & Pick<ConfineOptions, 'needs' | 'keepUser'>;

export type RunResult = {
  /** Null when a signal ended it. */
  exitCode: number | null;
  /** `SIGKILL` and the like. */
  signal: string | null;
  stdout: Buffer;
  stderr: string;
  /** The output limit was reached and the child was ended for it. */
  truncated: boolean;
};

/**
 * Runs a program to its end. A non-zero exit is a result, not an error.
 * Errors: `cancelled` (the signal), `timed_out`, `internal` (the program cannot be started).
 */
export async function runProcess(command: string, args: string[], options: RunOptions): Promise<RunResult> {
  return await watch(startProcess(command, args, options), options);
}

/** Starts a child in its fences. AppError `cancelled` when the signal has fired already. */
export function startProcess(
  command: string,
  args: string[],
  options: Pick<RunOptions, 'signal' | 'cwd' | 'env' | 'limits' | 'sandbox' | 'lent' | 'needs' | 'keepUser'>,
): ChildProcess {
  if (options.signal.aborted) throw new AppError('cancelled', { cause: options.signal.reason });
  const confined = confine(command, args, options);
  // A group of its own, so that one kill reaches whatever the child started as well.
  return spawn(confined.command, confined.args, {
    cwd: options.cwd,
    env: { PATH: toolPath, LANG: 'C.UTF-8', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe', ...(options.lent?.descriptor ? [options.lent.descriptor] : [])],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

function watch(child: ChildProcess, options: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const stdout = collect(child, 'stdout', options.maxStdoutBytes ?? 8 * 1024 * 1024, () => killTree(child));
    if (options.onStdout) child.stdout?.on('data', options.onStdout);
    const stderr = collect(child, 'stderr', options.maxStderrBytes ?? 64 * 1024, () => {});
    let failure: AppError | undefined;
    function stop(error: AppError): void {
      failure ??= error;
      killTree(child);
    }
    function handleAbort(): void {
      stop(new AppError('cancelled', { cause: options.signal.reason }));
    }
    const timer = setTimeout(() => stop(new AppError('timed_out')), options.timeoutMs);
    options.signal.addEventListener('abort', handleAbort, { once: true });
    function settle(): void {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', handleAbort);
    }
    child.once('error', (cause) => {
      settle();
      reject(failure ?? new AppError('internal', { cause, detail: 'a helper program could not be started' }));
    });
    child.once('close', (exitCode, signal) => {
      settle();
      if (failure) return reject(failure);
      resolve({ exitCode, signal, stdout: stdout.bytes(), stderr: stderr.bytes().toString('utf8'), truncated: stdout.full() });
    });
    // A child that ends without reading its input is no error of ours.
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input);
  });
}

function collect(child: ChildProcess, name: 'stdout' | 'stderr', limit: number, onFull: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  let full = false;
  child[name]?.on('data', (chunk: Buffer) => {
    const room = limit - size;
    if (chunk.length > room && !full) {
      full = true;
      onFull();
    }
    if (room <= 0) return;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    size += Math.min(chunk.length, room);
  });
  return { bytes: () => Buffer.concat(chunks), full: () => full };
}

/** Ends a child and all it started. */
export function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
  // A grandchild that left the group may hold the pipes open; the result does not wait for it.
  child.stdout?.destroy();
  child.stderr?.destroy();
}

export type EntryOptions = Omit<RunOptions, 'cwd'> & {
  /** Heap limit of the child's JavaScript, in MB. */
  maxHeapMb?: number;
  /** Arguments that make the entry load all its modules and end: run once, without a box, to keep their compiled code. */
  warmArgs?: string[];
};

/**
 * Runs one of our own TypeScript files as a child under this very runtime. In the box it sees `sandbox.readOnly`
 * and the project's code and modules, nothing else.
 */
export async function runEntry(entry: URL, args: string[], options: EntryOptions): Promise<RunResult> {
  const path = fileURLToPath(entry);
  const { command, flags, ...bounds } = entryCommand(path, options);
  const cache = codeCacheOf(path);
  const env = { ...options.env, NODE_COMPILE_CACHE: cache };
  if (options.warmArgs && claimCodeCache(cache)) {
    const warm = { signal: options.signal, timeoutMs: 10_000, env, keepUser: true };
    // A failure here costs nothing but time, and shows in the real run.
    await runProcess(command, [...flags, path, ...options.warmArgs], warm);
    // The runtime writes files that only its own user can read.
    openToAll(cache);
  }
  return await runProcess(command, [...flags, path, ...args], { ...options, ...bounds, env });
}

/** How one of our own files is run: this very runtime and, in a box, the project's code. */
export function entryCommand(
  path: string,
  options: { maxHeapMb?: number; sandbox?: Sandbox },
): { command: string; flags: string[]; needs: string[]; sandbox?: Sandbox } {
  const flags = [`--max-old-space-size=${options.maxHeapMb ?? 256}`, '--disable-warning=ExperimentalWarning'];
  const own = ownCode();
  const needs = [...own, path];
  if (!options.sandbox) return { command: process.execPath, flags, needs };
  const readOnly = [...own.map((part) => ({ from: part, to: part })), ...options.sandbox.readOnly];
  return { command: process.execPath, flags, needs, sandbox: { ...options.sandbox, readOnly } };
}

/** The runtime and the project's own code, at the same places inside the box. */
function ownCode(): string[] {
  const root = new URL('../../../', import.meta.url);
  const parts = ['package.json', 'src', 'dist', 'node_modules'].map((part) => fileURLToPath(new URL(part, root)));
  return [process.execPath, ...parts.filter((part) => existsSync(part))];
}

/**
 * Starts one of our own TypeScript files as a child with a channel for messages (`child.send`, `child.on('message')`).
 * Its standard streams go nowhere.
 */
export function startEntry(entry: URL, options: StartEntryOptions): ChildProcess {
  const path = fileURLToPath(entry);
  const { command, flags, ...bounds } = entryCommand(path, options);
  const confined = confine(command, [...flags, ...(options.flags ?? []), path], { limits: options.limits, ...bounds });
  return spawn(confined.command, confined.args, {
    env: { PATH: toolPath, LANG: 'C.UTF-8', ...options.env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

export type StartEntryOptions = Pick<EntryOptions, 'maxHeapMb' | 'limits' | 'sandbox' | 'env'> & {
  /** Further arguments of the runtime. */
  flags?: string[];
};

/** The only place that starts programs: no shell, no inherited environment, bounded time, output and resources. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '#lib/app-error.ts';
import { claimCodeCache, codeCacheOf, dropCodeCache, lendCodeCache } from './code-cache.ts';
import { type ConfineOptions, confine, type ProcessLimits, type Sandbox } from './confine.ts';
import type { LentFile } from './lend-file.ts';
import { toolPath } from './tools.ts';

export type RunOptions = {
  signal: AbortSignal;
  /** Time limit; then the process tree is killed: `timed_out`. */
  timeoutMs: number;
  /** Variables besides PATH and LANG; nothing is inherited. */
  env?: Record<string, string>;
  cwd?: string;
  input?: Uint8Array | string;
  /** Default 8 MB. More output ends the child: `truncated`. */
  maxStdoutBytes?: number;
  onStdout?: (chunk: Buffer) => void;
  /** Default 64 kB. The rest is dropped. */
  maxStderrBytes?: number;
  limits?: ProcessLimits;
  sandbox?: Sandbox;
  lent?: LentFile;
} & Pick<ConfineOptions, 'needs' | 'keepUser'>;

export type RunResult = {
  exitCode: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: string;
  truncated: boolean;
};

/** Runs a program to its end; a non-zero exit is a result. Errors: `cancelled`, `timed_out`, `internal` (cannot be started). */
export async function runProcess(command: string, args: string[], options: RunOptions): Promise<RunResult> {
  return await watch(startProcess(command, args, options), options);
}

export function startProcess(
  command: string,
  args: string[],
  options: Pick<RunOptions, 'signal' | 'cwd' | 'env' | 'limits' | 'sandbox' | 'lent' | 'needs' | 'keepUser'>,
): ChildProcess {
  if (options.signal.aborted) throw new AppError('cancelled', { cause: options.signal.reason });
  const confined = confine(command, args, options);
  // `detached` makes a process group, so that one kill reaches all descendants.
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

export function killTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {}
  // A detached descendant may keep the pipes open.
  child.stdout?.destroy();
  child.stderr?.destroy();
}

export type EntryOptions = Omit<RunOptions, 'cwd'> & {
  maxHeapMb?: number;
  /** Arguments for a warm-up run outside the sandbox, which fills the code cache. */
  warmArgs?: string[];
};

export async function runEntry(entry: URL, args: string[], options: EntryOptions): Promise<RunResult> {
  const path = fileURLToPath(entry);
  const { command, flags, ...bounds } = entryCommand(path, options);
  const env = { ...options.env, NODE_COMPILE_CACHE: codeCacheOf(path) };
  if (options.warmArgs) await fillCodeCache(entry, options.warmArgs, { ...options, flags });
  return await runProcess(command, [...flags, path, ...args], { ...options, ...bounds, env });
}

/** Caches whose warm-up failed in this process. It is not tried again, because every task would wait for it. */
const failedWarmUps = new Set<string>();

/** Runs the entry once without its limits, unless its code is cached. A failed warm-up only costs time. Errors: `cancelled`. */
export async function fillCodeCache(
  entry: URL,
  args: string[],
  { signal, env, flags, warmMs = 10_000 }: Pick<RunOptions, 'signal' | 'env'> & { flags: string[]; warmMs?: number },
): Promise<void> {
  const path = fileURLToPath(entry);
  const cache = codeCacheOf(path);
  if (failedWarmUps.has(cache) || !claimCodeCache(cache)) return;
  const warm = { signal, timeoutMs: warmMs, env: { ...env, NODE_COMPILE_CACHE: cache }, keepUser: true };
  try {
    const { exitCode } = await runProcess(process.execPath, [...flags, path, ...args], warm);
    if (exitCode === 0) return lendCodeCache(cache);
  } catch (error) {
    if (signal.aborted) {
      dropCodeCache(cache);
      throw error;
    }
  }
  failedWarmUps.add(cache);
  dropCodeCache(cache);
}

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

function ownCode(): string[] {
  const root = new URL('../../../', import.meta.url);
  const parts = ['package.json', 'src', 'dist', 'node_modules'].map((part) => fileURLToPath(new URL(part, root)));
  return [process.execPath, ...parts.filter((part) => existsSync(part))];
}

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
  flags?: string[];
};

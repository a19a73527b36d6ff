/** Runs yt-dlp in a sandbox and behind the guard proxy. */
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Asker } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { type GuardRules, startGuardProxy } from '../guarded-fetch/guard-proxy.ts';
import { createSlots, defaultSlotLimits } from '../guarded-fetch/request-slots.ts';
import { blocked, checkUrl, parseAllowList } from '../guarded-fetch/url-rules.ts';
import { childUser, userFor } from '../process/child-user.ts';
import { boxUser } from '../process/confine.ts';
import { type RunResult, runProcess } from '../process/run-process.ts';
import { argumentsFor, type Task } from './arguments.ts';
import { folderInBox, limits, proxyInBox, runBoxed } from './boxed.ts';
import { failureOf } from './failures.ts';
import { createProgramFinder, type Program } from './program.ts';

export type ProgramOptions = GuardRules & { path: string | null; searchPath?: string; unboxed?: boolean };

type Bounds = { signal: AbortSignal; timeoutMs: number; maxBytes: number; onStdout?: (chunk: Buffer) => void };

type ProgramRunner = {
  version(signal: AbortSignal): Promise<string>;
  /** Runs a task in a folder of its own, from which `read` takes the result. */
  run<T>(
    asker: Asker,
    address: string,
    taskIn: (folder: string) => Task,
    bounds: Bounds,
    read: (result: RunResult, folder: string) => Promise<T>,
  ): Promise<T>;
};

/** yt-dlp's exit code for a video that a filter rejected. */
const filteredExitCode = 101;
const longestWaitMs = 60 * 60 * 1000;
const maxAnswerBytes = 32 * 1024 ** 2;
/** Limits of concurrent programs. Strangers never take more than one of the places. */
const slotLimits = { ...defaultSlotLimits, total: 3, perHost: 1, strangers: 1, perStranger: 1 };

export function createProgramRunner(options: ProgramOptions): ProgramRunner {
  const find = createProgramFinder({ path: options.path, searchPath: options.searchPath ?? '' });
  const slots = createSlots(slotLimits);
  const allow = parseAllowList([...(options.allow ?? [])]);
  return {
    version: async (signal) => (await find(signal)).version,
    async run(asker, address, taskIn, bounds, read) {
      const url = checkUrl(parseHttpUrl(address)?.href ?? '', allow);
      const found = await find(bounds.signal);
      const program = options.unboxed ? { ...found, box: null } : found;
      const release = await slots.acquire(url.hostname, asker, { signal: bounds.signal, waitMs: longestWaitMs });
      try {
        return await inFolder(async (folder) => {
          const result = await runGuarded(options, program, { taskIn, url, folder }, bounds);
          // Reading may be the transcription of the sound, which takes hours and asks the site for nothing.
          release();
          return await read(result, join(folder, 'out'));
        });
      } finally {
        release();
      }
    },
  };
}

async function runGuarded(
  rules: GuardRules,
  program: Program,
  { taskIn, url, folder }: { taskIn: (folder: string) => Task; url: URL; folder: string },
  { signal, timeoutMs, maxBytes, onStdout }: Bounds,
): Promise<RunResult> {
  const { box } = program;
  const socket = join(folder, 'guard.sock');
  const out = join(folder, 'out');
  const guard = await startGuardProxy(rules, box ? { socket } : 'loopback', maxBytes);
  const user = box ? boxUser() : userFor([program.path]);
  if (user) for (const path of box ? [out, socket] : [out]) await chown(path, user.uid, user.gid);
  const common = { signal, timeoutMs, maxStdoutBytes: maxAnswerBytes, ...(onStdout ? { onStdout } : {}) };
  try {
    const result = box
      ? await runBoxed({ path: program.path, box }, argumentsOf(taskIn(folderInBox), url, proxyInBox), {
          ...common,
          socket,
          folder: out,
        })
      : await runProcess(program.path, argumentsOf(taskIn(out), url, guard.address), {
          ...common,
          limits,
          env: { HOME: homedir() },
          cwd: out,
        });
    if (guard.exceeded()) throw new AppError('fetch_too_large');
    if (result.exitCode === 0 && !result.truncated) return result;
    if (result.exitCode === filteredExitCode) throw new AppError('video_live');
    throw guard.refused() > 0 ? blocked() : failureOf(result.stderr);
  } finally {
    await guard.close();
  }
}

function argumentsOf(task: Task, url: URL, proxy: string): string[] {
  return argumentsFor(task, url, proxy, process.execPath);
}

/** Makes a folder with a subfolder `out`, which alone the program can write to. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // Socket paths have a length limit.
  const parent = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(parent, 'gleaner-yt-'));
  try {
    // The child's user may enter the folder but not list it.
    if (childUser()) await chmod(folder, 0o711);
    await mkdir(join(folder, 'out'), { mode: 0o700 });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

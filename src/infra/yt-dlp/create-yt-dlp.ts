/** Each call runs the program once, sandboxed and behind the guard. */
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Asker, YtDlp } from '#engine/ports.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { type GuardRules, startGuardProxy } from '../guarded-fetch/guard-proxy.ts';
import { createSlots, defaultSlotLimits } from '../guarded-fetch/slots.ts';
import { blocked, checkUrl, parseAllowList } from '../guarded-fetch/url-rules.ts';
import { childUser, userFor } from '../process/child-user.ts';
import { boxUser } from '../process/confine.ts';
import { type RunResult, runProcess } from '../process/run-process.ts';
import { argumentsFor, maxAudioBytes, type Task, trackName } from './arguments.ts';
import { folderInBox, limits, proxyInBox, runBoxed } from './boxed.ts';
import { failureOf } from './failures.ts';
import { listOf, parseAnswer, videoOf } from './info.ts';
import { createProgramFinder, type Program } from './program.ts';

export type YtDlpOptions = GuardRules & {
  path: string | null;
  searchPath?: string;
  timeouts?: { lookMs?: number; downloadMs?: number };
  unboxed?: boolean;
};

/** Exit code of yt-dlp for a filtered video. */
const filteredExitCode = 101;
const lookTimeoutMs = 120_000;
const downloadTimeoutMs = 60 * 60 * 1000;
const maxLookBytes = 64 * 1024 ** 2;
const maxAnswerBytes = 32 * 1024 ** 2;
const maxTrackBytes = 16 * 1024 ** 2;
/** Concurrent programs; strangers never take two of the places. */
const slotLimits = { ...defaultSlotLimits, total: 3, perHost: 1, strangers: 1, perStranger: 1 };

/** Bound to an asker: users go before strangers and take turns. */
export type SharedYtDlp = YtDlp & { forAsker: (asker: Asker) => YtDlp };

export function createYtDlp(options: YtDlpOptions): SharedYtDlp {
  const find = createProgramFinder({ path: options.path, searchPath: options.searchPath ?? '' });
  const slots = createSlots(slotLimits);
  const allow = parseAllowList([...(options.allow ?? [])]);
  const lookMs = options.timeouts?.lookMs ?? lookTimeoutMs;
  const downloadMs = options.timeouts?.downloadMs ?? downloadTimeoutMs;

  async function run<T>(
    asker: Asker,
    address: string,
    taskIn: (folder: string) => Task,
    { signal, ...bounds }: { signal: AbortSignal; timeoutMs: number; maxBytes: number; onStdout?: (chunk: Buffer) => void },
    read: (result: RunResult, folder: string) => Promise<T>,
  ): Promise<T> {
    const url = checkUrl(parseHttpUrl(address)?.href ?? '', allow);
    const found = await find(signal);
    const program = options.unboxed ? { ...found, box: null } : found;
    const release = await slots.acquire(url.hostname, asker, { signal, waitMs: downloadTimeoutMs });
    try {
      return await inFolder(async (folder) => {
        const result = await runGuarded(program, taskIn, url, folder, { signal, ...bounds });
        return await read(result, join(folder, 'out'));
      });
    } finally {
      release();
    }
  }

  async function runGuarded(
    program: Program,
    taskIn: (folder: string) => Task,
    url: URL,
    folder: string,
    bounds: { signal: AbortSignal; timeoutMs: number; maxBytes: number; onStdout?: (chunk: Buffer) => void },
  ): Promise<RunResult> {
    const { signal, timeoutMs, maxBytes, onStdout } = bounds;
    const { box } = program;
    const socket = join(folder, 'guard.sock');
    const out = join(folder, 'out');
    const guard = await startGuardProxy(options, box ? { socket } : 'loopback', maxBytes);
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

  async function look(asker: Asker, url: string, signal: AbortSignal, mayFollow: boolean): ReturnType<YtDlp['describe']> {
    const bounds = { signal, timeoutMs: lookMs, maxBytes: maxLookBytes };
    const video = await run(
      asker,
      url,
      () => ({ type: 'describe' }),
      bounds,
      async ({ stdout }) => videoOf(parseAnswer(stdout.toString('utf8'))),
    );
    if (!('elsewhere' in video)) return video;
    if (!mayFollow) throw new AppError('listing_link');
    return await look(asker, video.elsewhere, signal, false);
  }

  const portFor = (asker: Asker): YtDlp => ({
    version: async (signal) => (await find(signal)).version,
    describe: (url, signal) => look(asker, url, signal, true),

    async subtitles(url, track, signal) {
      if (!trackName.test(track.id)) return null;
      const bounds = { signal, timeoutMs: lookMs, maxBytes: maxLookBytes };
      const taskIn = (folder: string): Task => ({ type: 'subtitles', id: track.id, automatic: track.automatic, folder });
      return await run(asker, url, taskIn, bounds, async (_result, folder) => {
        const file = await firstFile(folder);
        if (file === null || (await stat(file)).size > maxTrackBytes) return null;
        return { format: extname(file).slice(1).toLowerCase(), bytes: await readFile(file) };
      });
    },

    async withAudio(url, { signal, onProgress }, work) {
      const onStdout = onProgress && progressReader(onProgress);
      const bounds = { signal, timeoutMs: downloadMs, maxBytes: maxAudioBytes * 1.05, ...(onStdout ? { onStdout } : {}) };
      return await run(
        asker,
        url,
        (folder) => ({ type: 'audio', folder }),
        bounds,
        async (_result, folder) => {
          const file = await firstFile(folder);
          // yt-dlp exits without an error when the file is too large.
          if (file === null) throw new AppError('fetch_too_large');
          return await work(file);
        },
      );
    },

    async list(url, limit, signal) {
      const bounds = { signal, timeoutMs: lookMs, maxBytes: maxLookBytes };
      try {
        return await run(
          asker,
          url,
          () => ({ type: 'list', limit }),
          bounds,
          async ({ stdout }) => listOf(parseAnswer(stdout.toString('utf8')), url, limit),
        );
      } catch (error) {
        if (hasCode(error, 'input_unsupported')) return null;
        throw error;
      }
    },
  });
  return { ...portFor({}), forAsker: portFor };
}

function argumentsOf(task: Task, url: URL, proxy: string): string[] {
  return argumentsFor(task, url, proxy, process.execPath);
}

/** `out` is writable for the program; the socket is not. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  // Socket paths have a length limit.
  const parent = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(parent, 'gleaner-yt-'));
  try {
    // Another user may pass through but not list the folder.
    if (childUser()) await chmod(folder, 0o711);
    await mkdir(join(folder, 'out'), { mode: 0o700 });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unfinished files end in `.part` or `.ytdl`. */
async function firstFile(folder: string): Promise<string | null> {
  // A link could lead to a file of ours.
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  const names = files.toSorted().filter((name) => !/\.(?:part|ytdl|temp)$|\.part-/i.test(name));
  return names[0] === undefined ? null : join(folder, names[0]);
}

const progressLine = /^\{"received":(\d+(?:\.\d+)?),"total":(\d+(?:\.\d+)?)\}$/;

function progressReader(onProgress: (received: number, total: number | null) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(-1000);
    for (const line of lines) {
      const [, received, total] = progressLine.exec(line.trim()) ?? [];
      if (received !== undefined) onProgress(Math.round(Number(received)), Math.round(Number(total)) || null);
    }
  };
}

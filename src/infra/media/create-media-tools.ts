import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { isAbsolute, resolve as resolvePath } from 'node:path';
import type { MediaTools } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { type LentFile, lendFile, shownFile } from '../process/lend-file.ts';
import { type RunResult, runEntry } from '../process/run-process.ts';
import { streamEntry } from '../process/stream-process.ts';
import {
  framesAtOnce,
  type MediaReply,
  type MediaResults,
  type MediaTask,
  type MediaTrouble,
  soundTask,
  warmTask,
} from './child-messages.ts';
import { createSystemFfmpeg, type SystemFfmpeg } from './system-ffmpeg.ts';

export type ServerMedia = MediaTools & {
  /** Frames at these times (ms) or soon after, as JPEGs like the cover; null if there is none. */
  frames(path: string, times: readonly number[], signal: AbortSignal): Promise<(Uint8Array | null)[]>;
};

export type MediaToolsOptions = {
  timeoutMs?: number;
  memoryBytes?: number;
  /** `native` is the packaged library, `system` the machine's ffmpeg; by default the first that works. */
  engine?: 'auto' | 'native' | 'system';
};

const entry = new URL('./child/main.ts', import.meta.url);

/** Decoding is fast, so a longer silence means malicious input. */
const soundIdleMs = 60_000;
const soundCpuSeconds = 3600;

/** Reads media in a child process with limits and, if possible, a sandbox, with allow-lists of formats and protocols. */
export function createMediaTools(options: MediaToolsOptions = {}): ServerMedia {
  const timeoutMs = options.timeoutMs ?? 120_000;
  const memoryBytes = options.memoryBytes ?? 2 * 1024 ** 3;
  const system = createSystemFfmpeg({ timeoutMs, memoryBytes });
  let useSystem = options.engine === 'system';

  async function run<T extends MediaTask>(
    task: T,
    path: string,
    signal: AbortSignal,
    times: readonly number[] = [],
  ): Promise<MediaResults[T]> {
    return await withLent(path, (file) => runLent({ task, times }, file, signal));
  }

  async function runLent<T extends MediaTask>(
    { task, times }: { task: T; times: readonly number[] },
    file: LentFile,
    signal: AbortSignal,
  ): Promise<MediaResults[T]> {
    if (useSystem) return await runSystem(system, { task, times }, file, signal);
    const result = await runEntry(entry, [task, file.path, ...times.map(String)], {
      signal,
      timeoutMs,
      maxStdoutBytes: 32 * 1024 * 1024,
      limits: { dataBytes: memoryBytes, cpuSeconds: Math.ceil(timeoutMs / 1000), fileSizeBytes: 0, openFiles: 128 },
      lent: file,
      sandbox: { readOnly: shownFile(file) },
      warmArgs: [warmTask],
    });
    const reply = readReply(result);
    if (reply.ok) return reply.value as MediaResults[T];
    if (reply.code !== 'no_binding') throw new AppError(reply.code, { detail: reply.detail });
    if (options.engine === 'native') throw new AppError('config_invalid', { detail: reply.detail });
    useSystem = true;
    return await runSystem(system, { task, times }, file, signal);
  }

  return {
    probe: (path, signal) => run('probe', path, signal),
    subtitles: (path, signal) => run('subtitles', path, signal),
    async cover(path, signal) {
      const jpeg = await run('cover', path, signal);
      return jpeg === null ? null : Buffer.from(jpeg, 'base64');
    },
    async frames(path, times, signal) {
      const frames: (Uint8Array | null)[] = [];
      for (let from = 0; from < times.length; from += framesAtOnce)
        for (const jpeg of await run('frames', path, signal, times.slice(from, from + framesAtOnce)))
          frames.push(jpeg === null ? null : Buffer.from(jpeg, 'base64'));
      return frames;
    },
    async *sound(path, signal) {
      const file = await lendFile(await existingFile(path));
      try {
        if (!useSystem) {
          const trouble = yield* readSound(file, memoryBytes, signal);
          if (!trouble) return;
          if (trouble.code !== 'no_binding') throw new AppError(trouble.code, { detail: trouble.detail });
          if (options.engine === 'native') throw new AppError('config_invalid', { detail: trouble.detail });
          useSystem = true;
        }
        yield* system.sound(file, signal);
      } finally {
        file.close();
      }
    },
  };
}

async function existingFile(path: string): Promise<string> {
  const file = isAbsolute(path) ? path : resolvePath(path);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new AppError('file_missing');
  return file;
}

async function withLent<T>(path: string, use: (file: LentFile) => Promise<T>): Promise<T> {
  const file = await lendFile(await existingFile(path));
  return await use(file).finally(() => file.close());
}

async function* readSound(
  file: LentFile,
  memoryBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, MediaTrouble | null> {
  const end = yield* streamEntry(entry, [soundTask, file.path], {
    signal,
    idleMs: soundIdleMs,
    limits: { dataBytes: memoryBytes, cpuSeconds: soundCpuSeconds, fileSizeBytes: 0, openFiles: 128 },
    lent: file,
    sandbox: { readOnly: shownFile(file) },
  });
  if (end.exitCode === 0) return null;
  const last = end.stderr.trimEnd().split('\n').at(-1) ?? '';
  const reply = readReply({ ...end, stdout: Buffer.from(last), truncated: false });
  return reply.ok ? { ok: false, code: 'media_unreadable', detail: 'the media child ended early' } : reply;
}

async function runSystem<T extends MediaTask>(
  system: SystemFfmpeg,
  { task, times }: { task: T; times: readonly number[] },
  file: LentFile,
  signal: AbortSignal,
): Promise<MediaResults[T]> {
  const tasks: { [K in MediaTask]: () => Promise<MediaResults[K]> } = {
    probe: () => system.probe(file, signal),
    subtitles: () => system.subtitles(file, signal),
    cover: () => system.cover(file, signal),
    frames: () => system.frames(file, times, signal),
  };
  return await tasks[task]();
}

/** If a limit ended the child, the input counts as malicious; if it crashed, as unreadable. */
export function readReply(result: RunResult): MediaReply {
  if (result.truncated) return { ok: false, code: 'media_refused', detail: 'more output than a real file gives' };
  try {
    return JSON.parse(result.stdout.toString('utf8')) as MediaReply;
  } catch {
    const limited = limitSignals.has(endSignal(result)) || /out of memory|bad_alloc/i.test(result.stderr);
    const detail = `the media child ended with ${result.signal ?? result.exitCode}: ${result.stderr.slice(-300)}`;
    return { ok: false, code: limited ? 'media_refused' : 'media_unreadable', detail };
  }
}

const limitSignals = new Set([9, 24, 25]);

/** The sandbox reports a signal as 128 plus its number. */
function endSignal({ signal, exitCode }: RunResult): number {
  if (signal) return Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0;
  return exitCode !== null && exitCode > 128 ? exitCode - 128 : 0;
}

import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Asker, YtDlp } from '#engine/ports.ts';
import { AppError, hasCode } from '#lib/app-error.ts';
import { maxAudioBytes, type Task, trackName } from './arguments.ts';
import { listOf, parseAnswer, videoOf } from './info.ts';
import { createProgramRunner, type ProgramOptions } from './program-runner.ts';

export type YtDlpOptions = ProgramOptions & { timeouts?: { lookMs?: number; downloadMs?: number } };

const lookTimeoutMs = 120_000;
const downloadTimeoutMs = 60 * 60 * 1000;
const maxLookBytes = 64 * 1024 ** 2;
const maxTrackBytes = 16 * 1024 ** 2;

/** `forAsker` binds it to an asker: users go before strangers and take turns. */
export type SharedYtDlp = YtDlp & { forAsker: (asker: Asker) => YtDlp };

export function createYtDlp(options: YtDlpOptions): SharedYtDlp {
  const program = createProgramRunner(options);
  const lookMs = options.timeouts?.lookMs ?? lookTimeoutMs;
  const downloadMs = options.timeouts?.downloadMs ?? downloadTimeoutMs;

  async function look(asker: Asker, url: string, signal: AbortSignal, mayFollow: boolean): ReturnType<YtDlp['describe']> {
    const bounds = { signal, timeoutMs: lookMs, maxBytes: maxLookBytes };
    const video = await program.run(
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
    version: (signal) => program.version(signal),
    describe: (url, signal) => look(asker, url, signal, true),

    async subtitles(url, track, signal) {
      if (!trackName.test(track.id)) return null;
      const bounds = { signal, timeoutMs: lookMs, maxBytes: maxLookBytes };
      const taskIn = (folder: string): Task => ({ type: 'subtitles', id: track.id, automatic: track.automatic, folder });
      return await program.run(asker, url, taskIn, bounds, async (_result, folder) => {
        const file = await firstFile(folder);
        if (file === null || (await stat(file)).size > maxTrackBytes) return null;
        return { format: extname(file).slice(1).toLowerCase(), bytes: await readFile(file) };
      });
    },

    async withAudio(url, { signal, onProgress }, work) {
      const onStdout = onProgress && progressReader(onProgress);
      const bounds = { signal, timeoutMs: downloadMs, maxBytes: maxAudioBytes * 1.05, ...(onStdout ? { onStdout } : {}) };
      return await program.run(
        asker,
        url,
        (folder) => ({ type: 'audio', folder }),
        bounds,
        async (_result, folder) => {
          const file = await firstFile(folder);
          // yt-dlp reports no error when the file is too large.
          if (file === null) throw new AppError('fetch_too_large');
          return await work(file);
        },
      );
    },

    async list(url, limit, signal) {
      const bounds = { signal, timeoutMs: lookMs, maxBytes: maxLookBytes };
      try {
        return await program.run(
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

/** The first finished file; unfinished ones end in `.part`, `.ytdl` or `.temp`. */
async function firstFile(folder: string): Promise<string | null> {
  // Only regular files: a symbolic link could point to a file of the server.
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

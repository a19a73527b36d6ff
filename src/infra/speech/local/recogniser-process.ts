/** Started on demand, ended when idle, replaced when it dies. */
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { AudioPiece, SpokenSegment } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import type { Logger } from '../../logger/logger.ts';
import { type Talk, talkEntry } from '../../process/talk-entry.ts';
import type { SpeechModel } from '../models/model.ts';
import { type ChildReply, type ChildTask, replyMark } from './protocol.ts';

const entry = new URL('./child/main.ts', import.meta.url);

export type Heard = { language: string | null; segments: SpokenSegment[] };

export type RecogniserOptions = {
  model: SpeechModel;
  paths: Record<string, string>;
  logger?: Logger | undefined;
  /** Default 60 000. */
  idleMs?: number;
  /** Default 180 000. */
  loadMs?: number;
  onNoBinding?(): void;
};

/** A machine slower than this multiple of the sound's length is given up. */
const slowest = 20;
const memoryBytes = 6 * 1024 ** 3;

export type RecogniserProcess = {
  /** Errors: `speech_model_broken`, `speech_failed`, `timed_out`, `cancelled`. */
  hear(piece: AudioPiece, signal: AbortSignal): Promise<Heard>;
  close(): void;
};

type Waiting = { resolve: (heard: Heard) => void; reject: (error: AppError) => void };

export function createRecogniserProcess(options: RecogniserOptions): RecogniserProcess {
  const { model } = options;
  let talk: Talk | null = null;
  let ready = false;
  let waiting: Waiting | null = null;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();

  function fail(error: AppError): void {
    const { reject } = waiting ?? {};
    waiting = null;
    reject?.(error);
  }

  function stop(error: AppError): void {
    const current = talk;
    talk = null;
    current?.kill();
    fail(error);
  }

  function take(line: string): void {
    if (!line.startsWith(replyMark)) return;
    const reply = JSON.parse(line.slice(replyMark.length)) as ChildReply;
    if (reply.type === 'ready') ready = true;
    else if (reply.type === 'heard') {
      const { resolve } = waiting ?? {};
      waiting = null;
      resolve?.({ language: reply.language, segments: reply.segments });
    } else {
      if (reply.code === 'no_binding') options.onNoBinding?.();
      options.logger?.warn({ model: model.id, code: reply.code, detail: reply.detail }, 'speech recognition failed');
      const code = reply.code === 'model_broken' ? 'speech_model_broken' : 'speech_failed';
      stop(new AppError(code, { params: { model: model.name }, detail: reply.detail }));
    }
  }

  function start(): Talk {
    ready = false;
    const task: ChildTask = { engine: model.engine, paths: options.paths, threads: Math.min(4, availableParallelism()) };
    const folders = [...new Set(Object.values(options.paths).map((path) => dirname(path)))];
    const started: Talk = talkEntry(entry, [JSON.stringify(task)], {
      limits: { dataBytes: memoryBytes, openFiles: 256 },
      sandbox: { readOnly: folders.map((folder) => ({ from: folder, to: folder })) },
      onLine: (line) => {
        if (talk === started) take(line);
      },
      onEnd: ({ exitCode, signal, stderr }) => {
        if (talk !== started) return;
        talk = null;
        const detail = `the recogniser ended with ${signal ?? exitCode}: ${stderr.slice(-400)}`;
        options.logger?.warn({ model: model.id, detail }, 'a speech recogniser ended');
        // The libraries exit on a model they cannot read.
        fail(new AppError(ready ? 'speech_failed' : 'speech_model_broken', { params: { model: model.name }, detail }));
      },
    });
    return started;
  }

  async function hear(piece: AudioPiece, signal: AbortSignal): Promise<Heard> {
    if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
    clearTimeout(idle);
    talk ??= start();
    const current = talk;
    const pieceMs = piece.endMs - piece.startMs;
    const limitMs = (ready ? 0 : (options.loadMs ?? 180_000)) + 60_000 + pieceMs * slowest;
    let timer: NodeJS.Timeout | undefined;
    // Recognition cannot be interrupted: the child is ended, the next piece starts a new one.
    const handleAbort = () => stop(new AppError('cancelled', { cause: signal.reason }));
    try {
      return await new Promise<Heard>((resolve, reject) => {
        waiting = { resolve, reject };
        timer = setTimeout(() => stop(new AppError('timed_out')), limitMs);
        signal.addEventListener('abort', handleAbort, { once: true });
        count += 1;
        current.send({ id: count }, piece.pcm);
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', handleAbort);
      idle = setTimeout(close, options.idleMs ?? 60_000);
      idle.unref();
    }
  }

  function close(): void {
    clearTimeout(idle);
    stop(new AppError('cancelled'));
  }

  return {
    hear(piece, signal) {
      // One piece at a time: the model uses all cores.
      const turn = last.then(() => hear(piece, signal));
      last = turn.catch(() => {});
      return turn;
    },
    close,
  };
}

/** A child process for one model: started on demand, ended when idle, replaced when it dies. */
import type { AudioPiece } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { type Heard, type RecogniserChild, type RecogniserOptions, startRecogniser } from './recogniser-child.ts';

export type RecogniserProcessOptions = RecogniserOptions & {
  idleMs?: number;
  loadMs?: number;
};

/** Recognition that takes longer than this multiple of the sound's length is given up. */
const slowest = 20;

export type RecogniserProcess = {
  /** Errors: `speech_model_broken`, `speech_failed`, `timed_out`, `cancelled`. */
  hear(piece: AudioPiece, signal: AbortSignal): Promise<Heard>;
  close(): void;
};

type Waiting = { resolve: (heard: Heard) => void; reject: (error: AppError) => void };

export function createRecogniserProcess(options: RecogniserProcessOptions): RecogniserProcess {
  let child: RecogniserChild | null = null;
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
    const current = child;
    child = null;
    current?.kill();
    fail(error);
  }

  function start(): RecogniserChild {
    return startRecogniser(options, {
      onHeard(heard) {
        const { resolve } = waiting ?? {};
        waiting = null;
        resolve?.(heard);
      },
      onFailure(error) {
        child = null;
        fail(error);
      },
    });
  }

  async function hear(piece: AudioPiece, signal: AbortSignal): Promise<Heard> {
    if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
    clearTimeout(idle);
    child ??= start();
    const current = child;
    const pieceMs = piece.endMs - piece.startMs;
    const limitMs = (current.isReady() ? 0 : (options.loadMs ?? 180_000)) + 60_000 + pieceMs * slowest;
    let timer: NodeJS.Timeout | undefined;
    // Recognition cannot be interrupted, so the child is killed; the next piece starts a new one.
    const handleAbort = () => stop(new AppError('cancelled', { cause: signal.reason }));
    try {
      return await new Promise<Heard>((resolve, reject) => {
        waiting = { resolve, reject };
        timer = setTimeout(() => stop(new AppError('timed_out')), limitMs);
        signal.addEventListener('abort', handleAbort, { once: true });
        count += 1;
        current.send(count, piece);
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
      // Pieces are transcribed one at a time, because the model uses all cores.
      const turn = last.then(() => hear(piece, signal));
      last = turn.catch(() => {});
      return turn;
    },
    close,
  };
}

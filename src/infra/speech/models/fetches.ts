import { EventEmitter } from 'node:events';
import { AppError, hasCode, toAppError } from '#lib/app-error.ts';
import type { Logger } from '../../logger/logger.ts';
import { type FetchOptions, fetchOrAwaitModel } from './fetch-model.ts';
import type { SpeechModel } from './model.ts';

type Running = { done: Promise<void>; cancel: AbortController; progress: EventEmitter<{ progress: [number] }> };

export type Fetches = {
  /** Starts a fetch unless one is running. A failure is logged and stored in the folder. */
  begin(model: SpeechModel): void;
  /** Starts or joins a fetch and waits for its end; `signal` ends only the wait. */
  join(model: SpeechModel, signal: AbortSignal, onProgress: (doneBytes: number) => void): Promise<void>;
  cancel(id: string): Promise<void>;
  close(): Promise<void>;
};

/** Fetches in this process, at most one per model. */
export function createFetches(options: FetchOptions & { logger?: Logger | undefined; onChange(id: string): void }): Fetches {
  const running = new Map<string, Running>();
  let closing = false;

  function beginOrJoin(model: SpeechModel): Running {
    const known = running.get(model.id);
    if (known) return known;
    const cancel = new AbortController();
    const progress = new EventEmitter<{ progress: [number] }>();
    const tell = (doneBytes: number) => {
      progress.emit('progress', doneBytes);
      options.onChange(model.id);
    };
    const work = fetchOrAwaitModel({ ...options, model, cancel, tell, isClosing: () => closing });
    const done = work.finally(() => {
      running.delete(model.id);
      options.onChange(model.id);
    });
    done.catch((error: unknown) => {
      if (!hasCode(error, 'cancelled')) options.logger?.warn({ model: model.id, err: error }, 'a speech model was not fetched');
    });
    const entry = { done, cancel, progress };
    running.set(model.id, entry);
    return entry;
  }

  return {
    begin(model) {
      beginOrJoin(model).done.catch(() => {});
    },

    async join(model, signal, onProgress) {
      const { done, progress } = beginOrJoin(model);
      progress.on('progress', onProgress);
      try {
        await withSignal(done, signal);
      } finally {
        progress.off('progress', onProgress);
      }
    },

    async cancel(id) {
      const own = running.get(id);
      own?.cancel.abort();
      await own?.done.catch(() => {});
    },

    async close() {
      closing = true;
      for (const { cancel } of running.values()) cancel.abort();
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}

async function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
  let handleAbort = (): void => {};
  const left = new Promise<never>((_resolve, reject) => {
    handleAbort = () => reject(new AppError('cancelled', { cause: signal.reason }));
    signal.addEventListener('abort', handleAbort, { once: true });
  });
  try {
    return await Promise.race([work, left]);
  } catch (error) {
    throw toAppError(error);
  } finally {
    signal.removeEventListener('abort', handleAbort);
  }
}

/** Runs page extraction in a small pool of child processes with a memory and a time limit (see docs/decisions/003). */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ExtractedPage, PageExtractor } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import type { PageAnswer, PageQuestion } from './protocol.ts';

export type PageExtractorOptions = {
  /** Heap of one child in MB. With 160 the whole process stays under 256 MB, whatever the page. */
  memoryMb?: number;
  /** For one page, from the moment a child has it. */
  timeoutMs?: number;
  /** Children at once; they are started when needed and kept warm. */
  poolSize?: number;
};

type Reader = { child: ChildProcess; pages: number };
type Waiter = { take: (reader: Reader) => void; fail: (error: unknown) => void };

const childFile = fileURLToPath(new URL('./page-child.ts', import.meta.url));
/** A child is replaced after this many pages, so that nothing builds up in it. */
const pagesPerChild = 300;
const startTimeoutMs = 15_000;

/**
 * `extractPage` rejects with the page codes of the engine, `timed_out` past the time limit, `page_too_complex` when the
 * child ran out of memory, `cancelled` when the signal aborts. `close` ends the children and rejects what is running.
 */
export function createPageExtractor(options: PageExtractorOptions = {}): { extractPage: PageExtractor; close(): Promise<void> } {
  const { memoryMb = 160, timeoutMs = 9_000, poolSize = 1 } = options;
  const idle: Reader[] = [];
  const all = new Set<Reader>();
  const waiting: Waiter[] = [];
  let starting = 0;
  let closed = false;
  let lastId = 0;

  function forget(reader: Reader): void {
    all.delete(reader);
    const index = idle.indexOf(reader);
    if (index >= 0) idle.splice(index, 1);
  }

  async function start(): Promise<Reader> {
    const child = fork(childFile, [], {
      execArgv: [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=16', '--no-warnings'],
      // Nothing of the server's environment: no secrets where hostile pages are read.
      env: { NODE_ENV: 'production', ...(process.env.PATH ? { PATH: process.env.PATH } : {}) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const reader: Reader = { child, pages: 0 };
    all.add(reader);
    child.once('exit', () => forget(reader));
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => finish(new AppError('internal', { detail: 'page child did not start' })), startTimeoutMs);
        const finish = (error?: Error): void => {
          clearTimeout(timer);
          child.off('message', onReady);
          child.off('exit', onEnd);
          child.off('error', onEnd);
          if (error) reject(error);
          else resolve();
        };
        const onReady = (): void => finish();
        const onEnd = (): void => finish(new AppError('internal', { detail: 'page child did not start' }));
        child.once('message', onReady);
        child.once('exit', onEnd);
        child.once('error', onEnd);
      });
    } catch (error) {
      child.kill('SIGKILL');
      forget(reader);
      throw error;
    }
    child.on('error', () => forget(reader));
    rest(reader);
    return reader;
  }

  /** A resting child does not keep the program alive. */
  function rest(reader: Reader): void {
    reader.child.unref();
    reader.child.channel?.unref();
  }

  function wake(reader: Reader): void {
    reader.child.ref();
    reader.child.channel?.ref();
  }

  function release(reader: Reader, reusable = true): void {
    rest(reader);
    if (!reusable || closed || reader.pages >= pagesPerChild || !reader.child.connected) {
      reader.child.kill('SIGKILL');
      forget(reader);
    } else idle.push(reader);
    serve();
  }

  /** Gives free children to those who wait, and starts new ones while the pool is not full. */
  function serve(): void {
    while (waiting.length > 0) {
      const reader = idle.pop();
      if (!reader) break;
      waiting.shift()?.take(reader);
    }
    if (closed || waiting.length <= starting || all.size >= poolSize) return;
    starting++;
    start().then(
      (reader) => {
        starting--;
        release(reader);
      },
      (error: unknown) => {
        starting--;
        waiting.shift()?.fail(error);
        serve();
      },
    );
  }

  function acquire(signal: AbortSignal): Promise<Reader> {
    if (closed) return Promise.reject(new AppError('busy', { detail: 'closing' }));
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const index = waiting.indexOf(waiter);
        if (index >= 0) waiting.splice(index, 1);
        reject(new AppError('cancelled'));
      };
      const waiter: Waiter = {
        take: (reader) => {
          signal.removeEventListener('abort', abort);
          resolve(reader);
        },
        fail: (error) => {
          signal.removeEventListener('abort', abort);
          reject(error);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      waiting.push(waiter);
      serve();
    });
  }

  function ask(reader: Reader, page: Omit<PageQuestion, 'id'>, signal: AbortSignal): Promise<ExtractedPage> {
    const { child } = reader;
    const id = ++lastId;
    reader.pages++;
    wake(reader);
    return new Promise((resolve, reject) => {
      const settle = (act: () => void, reusable: boolean): void => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        signal.removeEventListener('abort', onAbort);
        release(reader, reusable);
        act();
      };
      const onMessage = (message: PageAnswer): void => {
        if (message.id !== id) return;
        if (message.ok && message.page) {
          const { page: extracted } = message;
          settle(() => resolve(extracted), true);
        } else if (!message.ok) {
          const { code, detail } = message;
          settle(() => reject(new AppError(code, { detail })), true);
        }
      };
      const onExit = (): void =>
        settle(
          () => reject(closed ? new AppError('cancelled') : new AppError('page_too_complex', { detail: 'page child died' })),
          false,
        );
      const onAbort = (): void => settle(() => reject(new AppError('cancelled')), false);
      const timer = setTimeout(() => settle(() => reject(new AppError('timed_out', { detail: 'page child' })), false), timeoutMs);
      child.on('message', onMessage);
      child.once('exit', onExit);
      signal.addEventListener('abort', onAbort, { once: true });
      child.send({ id, ...page } satisfies PageQuestion, (error) => {
        if (error) onExit();
      });
    });
  }

  return {
    async extractPage(page, signal) {
      if (signal.aborted) throw new AppError('cancelled');
      const reader = await acquire(signal);
      if (signal.aborted) {
        release(reader);
        throw new AppError('cancelled');
      }
      return ask(reader, { bytes: page.bytes, contentType: page.contentType, url: page.url }, signal);
    },
    async close() {
      closed = true;
      for (const waiter of waiting.splice(0)) waiter.fail(new AppError('cancelled'));
      const ended = [...all].map(
        (reader) =>
          new Promise<void>((resolve) => {
            if (reader.child.exitCode !== null || reader.child.signalCode !== null) resolve();
            else {
              wake(reader);
              reader.child.once('exit', () => resolve());
            }
            reader.child.kill('SIGKILL');
          }),
      );
      await Promise.all(ended);
    },
  };
}

/** See docs/decisions/003 and 018. */
import { availableParallelism } from 'node:os';
import { type Computation, type ComputationName, computations } from '#engine/computations.ts';
import type { Compute, PageExtractor } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { type ChildHandle, startChild } from './child-handle.ts';

export type ComputePoolOptions = {
  /** At least 2. Default: one per core, 2 to 4. */
  children?: number;
  /** Heap limit in MB. With 160, a child that reads pages stays below 256 MB in total. */
  heapMb?: number;
  largeHeapMb?: number;
  timeoutMs?: number;
};

export type ComputePool = { compute: Compute; extractPage: PageExtractor; close(): Promise<void> };

type Job = {
  computation: ComputationName;
  input: unknown;
  urgent: boolean;
  heavy: boolean;
  signal: AbortSignal;
  abort: () => void;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

const heavyBytes = 300_000;
const heavyAfterMs = 1_000;
const computationsPerChild = 300;
const mostWaiting = 1_000;

/** Heavy computations (large input, or over a second) and light ones share the children. Errors: its own, `tooComplex`, `busy`. */
export function createComputePool(options: ComputePoolOptions = {}): ComputePool {
  const pool = new Pool(options);
  return {
    compute: (computation, input, { signal, urgent = false }) => pool.run(computation, input, urgent, signal) as never,
    extractPage: (page, signal) =>
      pool.run('readPage', { bytes: page.bytes, contentType: page.contentType, url: page.url }, false, signal) as never,
    close: () => pool.close(),
  };
}

class Pool {
  readonly #most: number;
  readonly #options: ComputePoolOptions;
  readonly #idle: { large: boolean; child: ChildHandle }[] = [];
  readonly #children = new Set<ChildHandle>();
  readonly #running = new Set<Job>();
  readonly #waiting: Job[] = [];
  #closed = false;

  constructor(options: ComputePoolOptions) {
    this.#options = options;
    this.#most = Math.max(2, options.children ?? Math.min(4, availableParallelism()));
  }

  run(computation: ComputationName, input: unknown, urgent: boolean, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) return Promise.reject(new AppError('cancelled', { cause: signal.reason }));
    if (this.#closed || this.#waiting.length >= mostWaiting) return Promise.reject(new AppError('busy'));
    return new Promise((resolve, reject) => {
      const heavy = sizeOf(input) > heavyBytes;
      const abort = (): void => {
        const place = this.#waiting.indexOf(job);
        if (place < 0) return;
        this.#waiting.splice(place, 1);
        reject(new AppError('cancelled', { cause: signal.reason }));
      };
      const job: Job = { computation, input, urgent, heavy, signal, abort, resolve, reject };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(job);
      this.#serve();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new AppError('cancelled'));
    await Promise.all([...this.#children].map((child) => child.kill()));
  }

  #serve(): void {
    for (let job = this.#next(); job; job = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      job.signal.removeEventListener('abort', job.abort);
      this.#running.add(job);
      void this.#perform(job);
    }
  }

  #next(): Job | undefined {
    const rank = (job: Job): number => (job.urgent ? 0 : 2) + (job.heavy ? 1 : 0);
    const fitting = this.#waiting.filter((job) => this.#hasRoomFor(job));
    return fitting.reduce<Job | undefined>((best, job) => (best && rank(best) <= rank(job) ? best : job), undefined);
  }

  #hasRoomFor(job: Job): boolean {
    const heavy = [...this.#running].filter((running) => running.heavy).length;
    const light = this.#running.size - heavy;
    if (job.heavy) return heavy < this.#most - 1 && this.#running.size < this.#most;
    // One child is kept free for waiting heavy computations. If heavy computations use all, one more child serves light ones.
    const keptForHeavy = heavy === 0 && this.#waiting.some((waiting) => waiting.heavy) ? 1 : 0;
    if (light === 0) return this.#running.size <= this.#most;
    return this.#running.size < this.#most - keptForHeavy;
  }

  async #perform(job: Job): Promise<void> {
    const { timeoutMs, large = false }: Computation = computations[job.computation];
    let promote: NodeJS.Timeout | undefined;
    let child: ChildHandle | undefined;
    try {
      child = await this.#childFor(large);
      // Started after the child, because on a busy machine the start alone can take longer.
      promote = setTimeout(() => {
        job.heavy = true;
        this.#serve();
      }, heavyAfterMs);
      job.resolve(
        await child.ask(job.computation, job.input, { signal: job.signal, timeoutMs: this.#options.timeoutMs ?? timeoutMs }),
      );
    } catch (error) {
      job.reject(this.#closed ? new AppError('cancelled', { cause: error }) : error);
    } finally {
      clearTimeout(promote);
      this.#running.delete(job);
      if (child) this.#release(child, large);
      this.#serve();
    }
  }

  async #childFor(large: boolean): Promise<ChildHandle> {
    const place = this.#idle.findIndex((idle) => idle.large === large);
    const [known] = place < 0 ? [] : this.#idle.splice(place, 1);
    if (known) return known.child;
    const { heapMb = 160, largeHeapMb = 512 } = this.#options;
    const limits = large ? { heapMb: largeHeapMb, maxComputations: 20 } : { heapMb, maxComputations: computationsPerChild };
    const child = await startChild(limits, (ended) => this.#forget(ended));
    if (this.#closed) {
      await child.kill();
      throw new AppError('cancelled');
    }
    this.#children.add(child);
    return child;
  }

  #release(child: ChildHandle, large: boolean): void {
    const keep = !this.#closed && child.isReusable() && this.#idle.length < this.#most;
    if (keep) this.#idle.push({ large, child });
    else {
      this.#forget(child);
      void child.kill();
    }
  }

  #forget(child: ChildHandle): void {
    this.#children.delete(child);
    const place = this.#idle.findIndex((idle) => idle.child === child);
    if (place >= 0) this.#idle.splice(place, 1);
  }
}

function sizeOf(input: unknown): number {
  if (typeof input === 'string') return input.length;
  if (input instanceof Uint8Array) return input.byteLength;
  if (Array.isArray(input)) return input.length * 100;
  if (typeof input !== 'object' || input === null) return 0;
  return Object.values(input).reduce((sum: number, value) => sum + (isSized(value) ? sizeOf(value) : 0), 0);
}

function isSized(value: unknown): boolean {
  return typeof value === 'string' || value instanceof Uint8Array || Array.isArray(value);
}

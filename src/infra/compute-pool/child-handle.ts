import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Computation, type ComputationName, computations } from '#engine/computations.ts';
import { AppError } from '#lib/app-error.ts';
import { codeCacheOf } from '../process/code-cache.ts';
import { fillCodeCache, startEntry } from '../process/run-process.ts';
import { type Answer, type Note, type Question, warmUp } from './child-messages.ts';

const entry = new URL('./compute-child.ts', import.meta.url);
const flags = ['--max-semi-space-size=16', '--no-warnings'];
const startTimeoutMs = 15_000;
const lifetimeCpuSeconds = 900;
/** For Node's code, stacks and channel buffers. */
const memoryBesidesHeapMb = 768;
/** Lets processes that answer requests run before the children. */
const niceness = 5;

export type ChildHandle = {
  pid: number | undefined;
  /** `timeoutMs` begins when the code is loaded. Errors: its own, `cancelled`, `timed_out` (not loaded), `tooComplex`. */
  ask(computation: ComputationName, input: unknown, options: { signal: AbortSignal; timeoutMs: number }): Promise<unknown>;
  isReusable(): boolean;
  kill(): Promise<void>;
};

/** The child is replaced after `maxComputations`. Errors: `internal` (cannot be started). */
export async function startChild(
  { heapMb, maxComputations }: { heapMb: number; maxComputations: number },
  onEnd: (handle: ChildHandle) => void,
): Promise<ChildHandle> {
  const child = startConfined(heapMb);
  let asked = 0;
  let usable = true;
  const state = {
    end: () => {
      usable = false;
      onEnd(handle);
    },
  };
  const handle: ChildHandle = {
    pid: child.pid,
    isReusable: () => usable && child.connected && asked < maxComputations,
    async ask(computation, input, options) {
      asked++;
      setActive(child, true);
      try {
        const answer = await exchange(child, { id: asked, computation, input }, options);
        if (answer.rssBytes > heapMb * 1024 * 1024) usable = false;
        if (answer.ok) return answer.value;
        throw new AppError(answer.code, { params: answer.params, detail: answer.detail });
      } catch (error) {
        // The computation may still be running, so the child is killed.
        if (error instanceof NoAnswer) {
          usable = false;
          child.kill('SIGKILL');
          throw error.reason;
        }
        throw error;
      } finally {
        setActive(child, false);
      }
    },
    kill: () => endOf(child),
  };
  child.once('exit', state.end);
  child.on('error', state.end);
  await ready(child);
  setActive(child, false);
  return handle;
}

/** Runs once per installation, in parallel to the first children, which do not wait for it. */
function keepCode(): void {
  void fillCodeCache(entry, [warmUp], { signal: new AbortController().signal, env: childEnv(), flags }).catch(() => undefined);
}

function childEnv(): Record<string, string> {
  return { NODE_ENV: 'production', NODE_COMPILE_CACHE: codeCacheOf(fileURLToPath(entry)) };
}

function startConfined(heapMb: number): ChildProcess {
  keepCode();
  const child = startEntry(entry, {
    maxHeapMb: heapMb,
    flags,
    env: childEnv(),
    limits: { dataBytes: (heapMb + memoryBesidesHeapMb) * 1024 * 1024, cpuSeconds: lifetimeCpuSeconds, fileSizeBytes: 0 },
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // Some systems forbid changing the priority.
  }
  return child;
}

/** An idle child does not keep the process alive. */
function setActive(child: ChildProcess, active: boolean): void {
  if (active) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(false), startTimeoutMs);
    const onReady = (): void => finish(true);
    const onEnd = (): void => finish(false);
    const finish = (started: boolean): void => {
      clearTimeout(timer);
      child.off('message', onReady);
      child.off('exit', onEnd);
      child.off('error', onEnd);
      if (started) {
        resolve();
        return;
      }
      child.kill('SIGKILL');
      reject(new AppError('internal', { detail: 'a compute child did not start' }));
    };
    child.once('message', onReady);
    child.once('exit', onEnd);
    child.once('error', onEnd);
  });
}

class NoAnswer extends Error {
  readonly reason: AppError;
  constructor(reason: AppError) {
    super(reason.message);
    this.reason = reason;
  }
}

function exchange(
  child: ChildProcess,
  question: Question,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Answer> {
  const { tooComplex }: Computation = computations[question.computation];
  return new Promise((resolve, reject) => {
    const settle = (outcome: Answer | AppError): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      if (outcome instanceof AppError) reject(new NoAnswer(outcome));
      else resolve(outcome);
    };
    const onMessage = (message: Answer | Note): void => {
      if (message.id !== question.id) return;
      if ('begins' in message) {
        clearTimeout(timer);
        timer = setTimeout(onTooLong, timeoutMs);
      } else settle(message);
    };
    const onNotLoaded = (): void =>
      settle(new AppError('timed_out', { detail: `${question.computation} was not loaded in time` }));
    // Not retried, because the same input would take as long again.
    const onTooLong = (): void => settle(new AppError(tooComplex, { detail: `${question.computation} took too long` }));
    const onExit = (): void => settle(new AppError(tooComplex, { detail: `the child of ${question.computation} died` }));
    const onAbort = (): void => settle(new AppError('cancelled', { cause: signal.reason }));
    // Loading code does not count as computing time.
    let timer = setTimeout(onNotLoaded, startTimeoutMs);
    child.on('message', onMessage);
    child.once('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) return onAbort();
    child.send(question, (error) => {
      if (error) onExit();
    });
  });
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve();
    setActive(child, true);
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

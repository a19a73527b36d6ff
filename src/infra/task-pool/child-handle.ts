/** One child of the pool: started within its limits, asked one task at a time, killed when it misbehaves. */
import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { type Task, type TaskName, tasks } from '#engine/tasks.ts';
import { AppError } from '#lib/app-error.ts';
import { startEntry } from '../process/run-process.ts';
import type { Answer, Note, Question } from './protocol.ts';

const entry = new URL('./task-child.ts', import.meta.url);
const startTimeoutMs = 15_000;
/** A child lives for many tasks; each of them has a wall time limit that is far shorter. */
const lifetimeCpuSeconds = 900;
/** What Node needs besides the JavaScript heap: code, stacks, buffers of the channel. */
const memoryBesidesHeapMb = 768;
/** Children yield to the processes that answer requests. */
const niceness = 5;

export type ChildHandle = {
  pid: number | undefined;
  /** `timeoutMs` counts from when the code of the task is loaded. Rejects with the task's own errors, `cancelled`, `timed_out` when its code was not loaded in time, and the task's `tooComplex` code when it ran past its limit or the child died. */
  ask(task: TaskName, input: unknown, options: { signal: AbortSignal; timeoutMs: number }): Promise<unknown>;
  /** False when it has to be replaced. */
  isReusable(): boolean;
  /** Resolves when the process has ended. */
  kill(): Promise<void>;
};

/** `maxTasks`: the child is replaced after as many. Errors: `internal` when it cannot be started. */
export async function startChild(
  { heapMb, maxTasks }: { heapMb: number; maxTasks: number },
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
    isReusable: () => usable && child.connected && asked < maxTasks,
    async ask(task, input, options) {
      asked++;
      setActive(child, true);
      try {
        const answer = await exchange(child, { id: asked, task, input }, options);
        if (answer.rssBytes > heapMb * 1024 * 1024) usable = false;
        if (answer.ok) return answer.value;
        throw new AppError(answer.code, { params: answer.params, detail: answer.detail });
      } catch (error) {
        // Without an answer the task may still be running in the child, so the child is killed.
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

/** The child gets an empty environment: it reads hostile input and must not know any secret. */
function startConfined(heapMb: number): ChildProcess {
  const child = startEntry(entry, {
    maxHeapMb: heapMb,
    flags: ['--max-semi-space-size=16', '--no-warnings'],
    env: { NODE_ENV: 'production' },
    limits: { dataBytes: (heapMb + memoryBesidesHeapMb) * 1024 * 1024, cpuSeconds: lifetimeCpuSeconds, fileSizeBytes: 0 },
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // Some systems forbid it; the limits hold all the same.
  }
  return child;
}

/** An idle child does not keep the program alive. */
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
      reject(new AppError('internal', { detail: 'a task child did not start' }));
    };
    child.once('message', onReady);
    child.once('exit', onEnd);
    child.once('error', onEnd);
  });
}

/** The child gave no answer; `reason` is what the caller hears. */
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
  const { tooComplex }: Task = tasks[question.task];
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
    const onNotLoaded = (): void => settle(new AppError('timed_out', { detail: `${question.task} was not loaded in time` }));
    // A final code: the same input would take as long once more.
    const onTooLong = (): void => settle(new AppError(tooComplex, { detail: `${question.task} took too long` }));
    const onExit = (): void => settle(new AppError(tooComplex, { detail: `the child of ${question.task} died` }));
    const onAbort = (): void => settle(new AppError('cancelled', { cause: signal.reason }));
    // Loading its code is no part of a task's time.
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

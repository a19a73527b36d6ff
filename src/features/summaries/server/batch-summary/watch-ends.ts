import type { Services } from '#infra/services.ts';

/** The longest wait without a signal: a lost notification only delays the end. */
const lookAgainMs = 10_000;

export type EndsWatch = {
  /** Resolves on an event of one of these tasks, a change of the user's work, or a timeout. Rejects with the signal's reason. */
  wait(taskIds: readonly string[]): Promise<void>;
  close(): void;
};

export function watchEnds({ events }: Pick<Services, 'events'>, userId: string, signal: AbortSignal): EndsWatch {
  let told = new Set<string>();
  let all = false;
  let wake: (() => void) | undefined;
  const unsubscribe = events.subscribe((one) => {
    if (one === null || (one.type === 'user_work' && one.userId === userId)) all = true;
    else if (one.type === 'task') told.add(one.taskId);
    wake?.();
  });
  const onAbort = () => wake?.();
  signal.addEventListener('abort', onAbort);
  return {
    async wait(taskIds) {
      const isDue = () => all || signal.aborted || taskIds.some((id) => told.has(id));
      if (!isDue())
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, lookAgainMs);
          wake = () => {
            if (!isDue()) return;
            clearTimeout(timer);
            resolve();
          };
        });
      wake = undefined;
      all = false;
      told = new Set();
      signal.throwIfAborted();
    },
    close() {
      unsubscribe();
      signal.removeEventListener('abort', onAbort);
    },
  };
}

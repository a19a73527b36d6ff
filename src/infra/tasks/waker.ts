/** Lets a loop wait until it is woken. A wake-up before the wait is not lost. */
export type Waker = {
  wake(): void;
  /** Resolves when woken, after `ms`, or when the signal aborts. Returns whether the time ran out. */
  wait(ms: number): Promise<boolean>;
  close(): void;
};

export function createWaker(signal: AbortSignal): Waker {
  let pending = false;
  let resume: ((expired: boolean) => void) | undefined;
  const wake = () => {
    pending = true;
    resume?.(false);
  };
  signal.addEventListener('abort', wake);
  return {
    wake,
    async wait(ms) {
      const expired =
        !pending &&
        !signal.aborted &&
        (await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(true), ms);
          resume = (late) => {
            clearTimeout(timer);
            resolve(late);
          };
        }));
      resume = undefined;
      pending = false;
      return expired;
    },
    close: () => signal.removeEventListener('abort', wake),
  };
}

import { AppError } from '#lib/app-error.ts';

/** How many requests run at once, over all and per host, so that no site and no link can take the whole server. */
export function createSlots(total: number, perHost: number) {
  const running = new Map<string, number>();
  const waiting: { host: string; start: () => void }[] = [];
  let count = 0;

  function hasRoom(host: string): boolean {
    return count < total && (running.get(host) ?? 0) < perHost;
  }

  function take(host: string): () => void {
    count += 1;
    running.set(host, (running.get(host) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      count -= 1;
      const left = (running.get(host) ?? 1) - 1;
      if (left > 0) running.set(host, left);
      else running.delete(host);
      const next = waiting.findIndex((waiter) => hasRoom(waiter.host));
      if (next >= 0) waiting.splice(next, 1)[0]?.start();
    };
  }

  /** Waits for a place, in order of arrival. Gives the function that frees it. Rejects when the signal fires first. */
  function acquire(host: string, signal: AbortSignal): Promise<() => void> {
    if (hasRoom(host)) return Promise.resolve(take(host));
    return new Promise((resolve, reject) => {
      function handleAbort(): void {
        const index = waiting.indexOf(waiter);
        if (index >= 0) waiting.splice(index, 1);
        reject(new AppError('cancelled', { cause: signal.reason }));
      }
      const waiter = {
        host,
        start() {
          signal.removeEventListener('abort', handleAbort);
          resolve(take(host));
        },
      };
      waiting.push(waiter);
      signal.addEventListener('abort', handleAbort, { once: true });
    });
  }

  return { acquire };
}

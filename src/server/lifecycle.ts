/** What was started, in order, so that it is stopped in reverse. */
import type { Logger } from '#infra/logger/logger.ts';

export type Lifecycle = {
  /** Remembers how to stop what has just been started. */
  onStop(name: string, stop: () => Promise<void> | void): void;
  /** Aborts when stopping begins: for streams and waits that would otherwise hold it up. */
  stopping: AbortSignal;
  /** Stops everything, newest first; one that fails does not keep the others running. */
  stop(): Promise<void>;
};

export function createLifecycle(logger: () => Logger): Lifecycle {
  const stops: { name: string; stop: () => Promise<void> | void }[] = [];
  const controller = new AbortController();
  let stopped: Promise<void> | null = null;

  async function stopAll(): Promise<void> {
    controller.abort();
    for (let next = stops.pop(); next; next = stops.pop()) {
      try {
        await next.stop();
      } catch (error) {
        logger().warn({ err: error, part: next.name }, 'did not stop cleanly');
      }
    }
  }

  return {
    onStop: (name, stop) => void stops.push({ name, stop }),
    stopping: controller.signal,
    stop: () => {
      stopped ??= stopAll();
      return stopped;
    },
  };
}

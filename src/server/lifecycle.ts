/** Parts of the process are stopped in the reverse order of their registration. */
import type { Logger } from '#infra/logger/logger.ts';

export type Lifecycle = {
  onStop(name: string, stop: () => Promise<void> | void): void;
  /** Aborts when stopping begins, to end streams and waits. */
  stopping: AbortSignal;
  /** A part that fails to stop does not keep the others from stopping. */
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

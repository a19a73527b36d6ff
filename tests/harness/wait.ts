import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is not undefined. For what happens in another process and sends no signal here. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 30_000,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    const waitedMs = performance.now() - began;
    if (waitedMs > timeoutMs) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    // Whoever is asked works meanwhile: after a second ten questions a second are enough.
    await sleep(Math.min(100, 20 + waitedMs / 10));
  }
}

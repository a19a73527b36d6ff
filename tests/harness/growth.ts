/** Whether time grows with the length of what is read, or with the square of it. */
import { expect } from 'vitest';

/** From an eighth to the whole: 8 is linear, 64 is quadratic. */
const mostGrowth = 24;
const mostRounds = 5;
/** Shorter times vary too much for a ratio; at the sizes tested, quadratic code takes longer. */
const leastMs = 150;

/** `work` is done for an eighth and for the whole of a size; it fails where the whole takes far more than eight times as long. */
export function expectLinearTime(work: (share: number) => unknown): void {
  const least = { whole: Number.POSITIVE_INFINITY, eighth: Number.POSITIVE_INFINITY };
  for (let round = 0; round < mostRounds; round++) {
    least.whole = Math.min(
      least.whole,
      timeOf(() => work(1)),
    );
    if (least.whole < leastMs) return;
    least.eighth = Math.min(
      least.eighth,
      timeOf(() => work(1 / 8)),
    );
    if (least.whole <= mostGrowth * least.eighth) return;
  }
  const { whole, eighth } = least;
  expect.fail(`an eighth takes ${eighth.toFixed(1)} ms, the whole ${whole.toFixed(0)} ms: ${(whole / eighth).toFixed(0)} times`);
}

/** Of this thread alone: what a busy machine does meanwhile does not count. */
function timeOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

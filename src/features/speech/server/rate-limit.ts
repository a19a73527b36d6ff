/** At most so many within a while, over all callers of this process. */
export function createRateLimit(
  { most, withinMs }: { most: number; withinMs: number },
  now: () => number = () => performance.now(),
) {
  let times: number[] = [];
  /** Counts one, or gives the ms after which one may try again. */
  return function take(): number {
    const at = now();
    times = times.filter((time) => at - time < withinMs);
    const [first] = times;
    if (first !== undefined && times.length >= most) return Math.ceil(withinMs - (at - first));
    times.push(at);
    return 0;
  };
}

/** Total time that the spans cover; where they overlap, it counts once. */
export function coveredMs(spans: Iterable<{ startMs: number; endMs: number }>): number {
  let total = 0;
  let doneMs = 0;
  for (const { startMs, endMs } of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    total += Math.max(0, endMs - Math.max(startMs, doneMs));
    doneMs = Math.max(doneMs, endMs);
  }
  return total;
}

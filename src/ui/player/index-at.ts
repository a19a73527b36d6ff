export type Timed = { startMs: number | null };

/** Index of the last item started at `ms`, -1 before the first. Items are in order. Gaps keep the line before them. */
export function indexAt(items: readonly Timed[], ms: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = items[middle]?.startMs ?? Number.POSITIVE_INFINITY;
    if (start <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Stretches of the source that no section of the note covers, as shares of its length. */
export function uncoveredRanges(slices: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let start = -1;
  for (let index = 0; index <= slices.length; index++) {
    const empty = index < slices.length && slices[index] === 0;
    if (empty && start === -1) start = index;
    if (!empty && start !== -1) {
      ranges.push({ from: start / slices.length, to: index / slices.length });
      start = -1;
    }
  }
  return ranges;
}

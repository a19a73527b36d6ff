/** As shares of the source's length. */
export type Range = { from: number; to: number };

export function uncoveredRanges(slices: readonly number[]): Range[] {
  const ranges: Range[] = [];
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

/** The share of the slices that a statement cites, not only a section spans. */
export function citedShare(slices: readonly number[]): number {
  return slices.length === 0 ? 0 : slices.filter((slice) => slice >= 1).length / slices.length;
}

/** The index of the range at a place, or of the nearest one within `reach`; -1 without one. */
export function nearestRange(ranges: readonly Range[], place: number, reach: number): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { from, to }] of ranges.entries()) {
    const distance = Math.max(from - place, place - to, 0);
    if (distance > reach || distance >= least) continue;
    nearest = index;
    least = distance;
  }
  return nearest;
}

/** The id of the paragraph in which a share of the text's length lies; null without any. */
export function paragraphAt(paragraphs: readonly { id: number; text: string }[], share: number): number | null {
  const lengths = paragraphs.map(({ text }) => Math.max(1, text.length));
  const wanted = lengths.reduce((sum, length) => sum + length, 0) * share;
  let before = 0;
  for (const [index, length] of lengths.entries()) {
    before += length;
    if (before > wanted) return paragraphs[index]?.id ?? null;
  }
  return paragraphs.at(-1)?.id ?? null;
}

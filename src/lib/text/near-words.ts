/** Words of a search that a text has with a slip of the fingers: a letter too many, too few, another, or two exchanged. */
import type { TextRange } from './search-grams.ts';

const shortestWord = 5;
const shortestHan = 4;
/** From this length on a word may have two slips. */
const longWord = 9;

const isNarrow = (text: string) => !/[\u2e80-\uffff]/.test(text);

/** `folded` and `terms` as `foldForSearch` gives them. Null if a term is not there even nearly; exact ones count as well. */
export function nearRanges(folded: string, terms: readonly string[]): { ranges: TextRange[]; slips: number } | null {
  const ranges: TextRange[] = [];
  let slips = 0;
  for (const term of terms) {
    const exact = folded.indexOf(term);
    const near = exact >= 0 ? { start: exact, end: exact + term.length, slips: 0 } : nearestIn(folded, term);
    if (near === null) return null;
    ranges.push({ start: near.start, end: near.end });
    slips += near.slips;
  }
  ranges.sort((a, b) => a.start - b.start);
  return { ranges: ranges.filter(({ start }, at) => start >= (ranges[at - 1]?.end ?? 0)), slips };
}

type Near = TextRange & { slips: number };

function nearestIn(folded: string, term: string): Near | null {
  if (isNarrow(term)) return term.length < shortestWord ? null : nearestWord(folded, term);
  return term.length < shortestHan ? null : nearestStretch(folded, term);
}

/** A first letter is seldom mistyped, and letting it differ would find many other words. */
function nearestWord(folded: string, term: string): Near | null {
  const most = term.length < longWord ? 1 : 2;
  let best: Near | null = null;
  for (let start = 0; start < folded.length; ) {
    const space = folded.indexOf(' ', start);
    const end = space < 0 ? folded.length : space;
    if (folded[start] === term[0] && Math.abs(end - start - term.length) <= most) {
      const slips = slipsBetween(folded.slice(start, end), term);
      if (slips <= most && (best === null || slips < best.slips)) best = { start, end, slips };
    }
    start = end + 1;
  }
  return best;
}

/** Chinese has no spaces between words. */
function nearestStretch(folded: string, term: string): Near | null {
  for (const length of [term.length, term.length - 1, term.length + 1])
    for (let start = 0; start + length <= folded.length; start++) {
      const stretch = folded.slice(start, start + length);
      // One end agrees, which most stretches lack: they need no closer look.
      if (stretch[0] !== term[0] && stretch.at(-1) !== term.at(-1)) continue;
      if (!stretch.includes(' ') && slipsBetween(stretch, term) === 1) return { start, end: start + length, slips: 1 };
    }
  return null;
}

function slipsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

type Range = { start: number; end: number };

/** Width in Latin letters; a Chinese character counts as two. */
const mostBefore = 24;
/** The rest of a word at the cut is dropped if it is shorter than this. */
const longestCutWord = 12;
const firstWide = 0x2e80;

/** For a single line: keeps little text before the first range, so that it is visible. `ranges` are in ascending order. */
export function nearFirstMatch(text: string, ranges: readonly Range[]): { text: string; ranges: readonly Range[] } {
  let at = ranges[0]?.start ?? 0;
  for (let width = 0; at > 0 && width < mostBefore; at--) width += text.charCodeAt(at - 1) < firstWide ? 1 : 2;
  if (at === 0) return { text, ranges };
  const word = text.slice(at, ranges[0]?.start).indexOf(' ');
  if (word > 0 && word < longestCutWord) at += word;
  // Does not cut within a surrogate pair, nor begin with a space.
  while (/^[\udc00-\udfff ]/.test(text.slice(at, at + 1))) at++;
  return { text: `…${text.slice(at)}`, ranges: ranges.map(({ start, end }) => ({ start: start - at + 1, end: end - at + 1 })) };
}

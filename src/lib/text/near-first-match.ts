type Range = { start: number; end: number };

/** Of a letter of an alphabet; a Chinese character takes two. */
const mostBefore = 24;
/** What is left of a word at the cut goes too. */
const longestCutWord = 12;
const firstWide = 0x2e80;

/** For a single line: little stands before the first range, so that it is in sight. `ranges` are in order. */
export function nearFirstMatch(text: string, ranges: readonly Range[]): { text: string; ranges: readonly Range[] } {
  let at = ranges[0]?.start ?? 0;
  for (let width = 0; at > 0 && width < mostBefore; at--) width += text.charCodeAt(at - 1) < firstWide ? 1 : 2;
  if (at === 0) return { text, ranges };
  const word = text.slice(at, ranges[0]?.start).indexOf(' ');
  if (word > 0 && word < longestCutWord) at += word;
  // Not within a pair, and not before a space.
  while (/^[\udc00-\udfff ]/.test(text.slice(at, at + 1))) at++;
  return { text: `…${text.slice(at)}`, ranges: ranges.map(({ start, end }) => ({ start: start - at + 1, end: end - at + 1 })) };
}

import { displayWidth } from '#lib/text/display-width.ts';

/** Words leave a part of a line empty at its end, and some letters are wider than half the height. */
const usable = { certain: 0.75, unsure: 0.5, likely: 0.92 } as const;

/** Letters whose width is known about: small Latin ones among few capitals, and Chinese and Japanese ones. */
const isUsual = (text: string): boolean =>
  !/[^\0-\u024f\u2010-\u2027\u3000-\u30ff\u3400-\u9fff\uff00-\uff60]|\p{Lu}{4}/u.test(text);

/** What is longer without a space is an address or another script, and is cut anywhere. */
const longestWord = 20;

/** Columns of half the font's height in a line. */
const columnsOf = (widthPx: number, fontPx: number): number => Math.floor((2 * widthPx) / fontPx);

/** Whether the text surely fits into so many lines of this width. */
export const fitsLines = (text: string, lines: number, widthPx: number, fontPx: number): boolean =>
  displayWidth(text) <= lines * columnsOf(widthPx, fontPx) * (isUsual(text) ? usable.certain : usable.unsure);

/** The text cut to about so many lines, behind a word where words have spaces between them; it may take one more line. */
export function cutForLines(text: string, lines: number, widthPx: number, fontPx: number): string {
  const most = Math.floor(lines * columnsOf(widthPx, fontPx) * usable.likely);
  if (displayWidth(text) <= most) return text;
  let width = 1;
  let kept = '';
  for (const letter of text) {
    width += displayWidth(letter);
    if (width > most) break;
    kept += letter;
  }
  const space = kept.lastIndexOf(' ');
  const isWithinWord = displayWidth(text.charAt(kept.length)) === 1 && displayWidth(kept.slice(space + 1)) <= longestWord;
  return `${(isWithinWord && space > 0 ? kept.slice(0, space) : kept).trimEnd()}…`;
}

let segmenter: Intl.Segmenter | undefined;

/** `most` counts characters as a reader sees them. */
export function cutText(text: string, most: number): string {
  // No character is shorter than a unit.
  if (text.length <= most) return text;
  segmenter ??= new Intl.Segmenter();
  let count = 0;
  for (const { index } of segmenter.segment(text)) if (++count > most) return `${text.slice(0, index)}…`;
  return text;
}

/** `most` counts UTF-16 units. */
export function shortenText(text: string, most: number): string {
  return text.length > most ? `${sliceWhole(text, 0, most).trimEnd()}…` : text;
}

export function splitsCharacter(text: string, at: number): boolean {
  const [high, low] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}

/** Drops a character that a boundary would split, as PostgreSQL refuses JSON with half of one. */
export function sliceWhole(text: string, start: number, end: number = text.length): string {
  return text.slice(splitsCharacter(text, start) ? start + 1 : start, splitsCharacter(text, end) ? end - 1 : end);
}

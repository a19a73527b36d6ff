/** The first characters of a text as readers count them, with an ellipsis when there are more. */
export function cutText(text: string, most: number): string {
  const characters: string[] = [];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (characters.length === most) return `${characters.join('')}…`;
    characters.push(segment);
  }
  return text;
}

/** At most this many UTF-16 units of a text, with an ellipsis when there are more. */
export function shortenText(text: string, most: number): string {
  return text.length > most ? `${sliceWhole(text, 0, most).trimEnd()}…` : text;
}

/** Does this offset (UTF-16 units) lie between the two halves of one character? */
export function splitsCharacter(text: string, at: number): boolean {
  const [high, low] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}

/**
 * A stretch of a text, offsets in UTF-16 units from its start. A character that an edge would halve is left out: half of
 * one is no text, and PostgreSQL takes no JSON that holds it.
 */
export function sliceWhole(text: string, start: number, end: number = text.length): string {
  return text.slice(splitsCharacter(text, start) ? start + 1 : start, splitsCharacter(text, end) ? end - 1 : end);
}

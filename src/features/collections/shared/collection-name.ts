/** Names that users give to collections, on both sides. */
export const collectionNameLength = 100;

/**
 * One line of visible text: what breaks lines, turns the direction of writing or cannot be stored goes, white space is
 * one space. Empty when nothing is left to be seen.
 */
export function cleanCollectionName(text: string): string {
  const line = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return /[^\p{C}\p{M}\p{Z}]/u.test(line) ? line : '';
}

export const collectionNameLength = 100;

/** Removes line breaks, direction marks and characters that cannot be stored. Empty when nothing visible is left. */
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

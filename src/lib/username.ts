import { withoutInvisible } from './text/invisible.ts';

/** One line without invisible characters, which would let one name look like another. Empty when nothing visible is left. */
export function cleanUsername(text: string): string {
  const line = withoutInvisible(text.toWellFormed().normalize('NFC'))
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return /[^\p{C}\p{M}\p{Z}]/u.test(line) ? line : '';
}

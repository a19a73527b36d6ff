import { randomInt } from 'node:crypto';

const readableLength = 40;
const endingLength = 7;
/** Has no look-alike characters. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Letters and digits of any script, hyphens, and a random ending, so that equal names differ. Never looks like a UUID. */
export function slugOf(name: string, ending: string = chanceEnding()): string {
  const readable = Array.from(
    name
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      // Removes a combining mark without its letter.
      .replace(/(^|-)\p{M}+/gu, '$1'),
  )
    .slice(0, readableLength)
    .join('')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
  return readable === '' ? ending : `${readable}-${ending}`;
}

/** The ending, which a collection keeps when it is renamed. */
export function endingOf(slug: string): string {
  return slug.slice(-endingLength);
}

function chanceEnding(): string {
  return Array.from({ length: endingLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

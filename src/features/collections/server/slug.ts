import { randomInt } from 'node:crypto';

const readableLength = 40;
const endingLength = 7;
/** Without those that are taken for another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * An address for a name: its letters and digits of any script in lower case, the rest hyphens, then an ending made by
 * chance, so that the same name gives another slug each time. It never looks like an id (UUID).
 */
export function slugOf(name: string, ending: string = chanceEnding()): string {
  const readable = Array.from(
    name
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      // A mark without its letter is no character of its own.
      .replace(/(^|-)\p{M}+/gu, '$1'),
  )
    .slice(0, readableLength)
    .join('')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
  return readable === '' ? ending : `${readable}-${ending}`;
}

function chanceEnding(): string {
  return Array.from({ length: endingLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** A text that is to be read itself, as opposed to a text with links to be read. */

/** Messages from a share button are shorter. */
export const leastCharacters = 200;
/** A text this long is an article with links in it, not links with a comment. */
const articleCharacters = 1_500;
/** More characters than a typed search has. */
const sentenceCharacters = 30;
const titleCharacters = 80;

export type PastedText = {
  title: string;
  characters: number;
  /** Whether the text, and not its links, is submitted unless the user chooses otherwise. */
  preferred: boolean;
};

/** Null for links and short texts. `links`: how many the text has; null if nobody has looked. */
export function readPastedText(text: string, links: number | null): PastedText | null {
  const spoken = text.replace(/https?:\/\/\S+/g, ' ').trim();
  if (spoken.length < leastCharacters) return null;
  const preferred = links === 0 || spoken.length >= articleCharacters;
  return { title: titleOf(spoken), characters: text.trim().length, preferred };
}

/** Whether this is a text, but too short to summarise. */
export function isShortText(text: string): boolean {
  const { length } = text.trim();
  return length >= sentenceCharacters && length < leastCharacters;
}

/** A pasted text becomes a file, so that it is stored, read and limited like one. */
export function fileOfText(text: string, { title }: PastedText): File {
  const ending = /^#{1,6} \S/.test(text.trimStart()) ? 'md' : 'txt';
  return new File([text.trim()], `${title.replace(/[\\/]/g, ' ')}.${ending}`, { type: 'text/plain' });
}

/** Whether a pasted clipboard is its text: cells and slides bring a picture too; beside a copied file, the text is its name. */
export function isMeantAsText(text: string, fileNames: readonly string[]): boolean {
  if (fileNames.length === 0) return true;
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.some((line) => !fileNames.includes(line.trim()));
}

function titleOf(text: string): string {
  const line = text.split('\n').find((one) => /\p{L}{2}/u.test(one)) ?? '';
  const plain = line
    .replace(/^[\s#>*-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(plain);
  if (characters.length <= titleCharacters) return plain;
  const cut = characters.slice(0, titleCharacters).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > titleCharacters / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}

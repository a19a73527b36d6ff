/** A text that is pasted for its own words, not for the links in it. */

/** A share message is shorter. */
export const leastCharacters = 200;
/** A text this long is an article that has links, not links with a comment. */
const articleCharacters = 1_500;
/** More than somebody types who looks for something. */
const sentenceCharacters = 30;
const titleCharacters = 80;

export type PastedText = {
  title: string;
  characters: number;
  /** Whether it, and not its links, is what is meant unless the user says so. */
  preferred: boolean;
};

/** Null for links and short texts. `links` is their number, null when they were not looked for. */
export function readPastedText(text: string, links: number | null): PastedText | null {
  const spoken = text.replace(/https?:\/\/\S+/g, ' ').trim();
  if (spoken.length < leastCharacters) return null;
  const preferred = links === 0 || spoken.length >= articleCharacters;
  return { title: titleOf(spoken), characters: text.trim().length, preferred };
}

/** Meant as a text, and too little of it. */
export function isShortText(text: string): boolean {
  const { length } = text.trim();
  return length >= sentenceCharacters && length < leastCharacters;
}

/** Kept as a file, so that it is stored, read and limited as files are. */
export function fileOfText(text: string, { title }: PastedText): File {
  const ending = /^#{1,6} \S/.test(text.trimStart()) ? 'md' : 'txt';
  return new File([text.trim()], `${title.replace(/[\\/]/g, ' ')}.${ending}`, { type: 'text/plain' });
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

import { plainLine } from '#lib/markdown/plain-line.ts';
import { tagsOf } from '#lib/notes/hashtags.ts';

const most = 6;
const longest = 60;

/** Topics of a note to look up in its source: its headings, then its tags. */
export function searchSuggestions(note: string): string[] {
  const headings = note
    .split('\n')
    .filter((line) => /^\s{0,3}#{1,4}\s/.test(line))
    .map((line) =>
      plainLine(line)
        // Chapter numbers are not in the source.
        .replace(/^\d{1,3}[.、)]\s*/, '')
        .replace(/…$/, '')
        .trim(),
    );
  const wanted = [...headings, ...tagsOf(note)].filter((text) => text !== '' && text.length <= longest);
  return [...new Set(wanted)].slice(0, most);
}

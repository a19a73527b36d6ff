import { takeTags } from '#lib/hashtags.ts';
import { plainLine } from '#lib/markdown/plain-line.ts';

/**
 * The beginning of a note as plain text, for lists: headings, marks, anchors and the line of tags are gone, and so is
 * everything after `maxChars`.
 */
export function noteExcerpt(markdown: string, maxChars = 280): string {
  const parts: string[] = [];
  let length = 0;
  let fenced = false;
  for (const raw of takeTags(markdown).text.split('\n')) {
    if (/^\s*(```|~~~)/.test(raw)) {
      fenced = !fenced;
      continue;
    }
    if (fenced || /^\s*#{1,6}\s/.test(raw) || /^\s*([-*_]\s*){3,}$/.test(raw)) continue;
    const line = plainLine(raw);
    if (line === '') continue;
    parts.push(line);
    length += line.length + 1;
    if (length >= maxChars) break;
  }
  const text = parts.join(' ');
  return text.length > maxChars ? `${text.slice(0, maxChars).trimEnd()}…` : text;
}

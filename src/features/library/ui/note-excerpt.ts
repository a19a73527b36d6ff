import { isTagLine, tagsOf } from '#lib/hashtags.ts';

/**
 * The beginning of a note as plain text, for lists: headings, marks, anchors and the line of tags are gone, and so is
 * everything after `maxChars`.
 */
export function noteExcerpt(markdown: string, maxChars = 280): string {
  const parts: string[] = [];
  let length = 0;
  let fenced = false;
  for (const raw of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(raw)) {
      fenced = !fenced;
      continue;
    }
    if (fenced || /^\s*#{1,6}\s/.test(raw) || isTagLine(raw) || /^\s*([-*_]\s*){3,}$/.test(raw)) continue;
    const line = plainLine(raw);
    if (line === '') continue;
    parts.push(line);
    length += line.length + 1;
    if (length >= maxChars) break;
  }
  const text = parts.join(' ');
  return text.length > maxChars ? `${text.slice(0, maxChars).trimEnd()}…` : text;
}

/** The hashtags of the note's last line; hashtags elsewhere are part of the text. */
export function lastLineTags(markdown: string): string[] {
  const last = markdown.trimEnd().split('\n').at(-1) ?? '';
  return isTagLine(last) ? tagsOf(last) : [];
}

function plainLine(line: string): string {
  return line
    .replace(/^\s*(?:>\s*)+/, '')
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\s*\[[^\]]*\]\(#[tp][^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)(\*\*|__|\*|`|~~)/g, '')
    .replace(/\\([\\[\]<>`*_~|#+.)-])/g, '$1')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

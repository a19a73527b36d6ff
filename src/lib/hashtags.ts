/** Tags are the hashtags inside a note: `#word`, at the start or after white space, outside headings and code. */

const TAG = /(?:^|\s)#([\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu;

/** A tag as it may stand after `#`: no spaces, no punctuation; empty when nothing is left. */
export function cleanTag(text: string): string {
  return text
    .trim()
    .replace(/^#+/, '')
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{N}_/-]/gu, '')
    .replace(/^[-/]+|[-/]+$/g, '')
    .slice(0, 40);
}

/** The tags of a note in order of appearance, each once (compared without case). */
export function tagsOf(markdown: string): string[] {
  const seen = new Set<string>();
  const tags: string[] = [];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced) {
      for (const match of line.replace(/`[^`]*`/g, ' ').matchAll(TAG)) {
        const tag = match[1] ?? '';
        if (seen.has(tag.toLowerCase())) continue;
        seen.add(tag.toLowerCase());
        tags.push(tag);
      }
    }
  }
  return tags;
}

/** Is this the line that only holds hashtags, as the last line of a note does? */
export function isTagLine(line: string): boolean {
  return /^#[^#\s]/.test(line.trim());
}

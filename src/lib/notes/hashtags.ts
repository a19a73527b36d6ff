const TAG = /(?:^|\s)#([\p{L}\p{N}_][\p{L}\p{N}_/-]*)/gu;

export function cleanTag(text: string): string {
  return text
    .trim()
    .replace(/^#+/, '')
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{N}_/-]/gu, '')
    .replace(/^[-/]+|(?<![-/])[-/]+$/g, '')
    .slice(0, 40);
}

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

const fence = /^\s*(?:```|~~~)/;
const leadingTags = /^ {0,3}(#[\p{L}\p{N}_][\p{L}\p{N}_/-]*(?:[ \t]+#[\p{L}\p{N}_][\p{L}\p{N}_/-]*)*)(?:[ \t]+([\s\S]*))?$/u;

/** The last line of only hashtags, else the last that opens with two. Emptied in `text`, so that line numbers stay. */
export function takeTags(markdown: string): { text: string; tags: string[] } {
  const lines = markdown.split('\n');
  let fenced = false;
  let found: { at: number; tags: string; rest: string } | null = null;
  for (const [at, line] of lines.entries()) {
    if (fence.test(line)) fenced = !fenced;
    if (fenced) continue;
    const [, tags, rest = ''] = leadingTags.exec(line.trimEnd()) ?? [];
    if (tags === undefined) continue;
    if (rest === '' || (tags.includes(' #') && (found === null || found.rest !== ''))) found = { at, tags, rest };
  }
  if (!found) return { text: markdown, tags: [] };
  lines[found.at] = found.rest;
  return { text: lines.join('\n'), tags: tagsOf(found.tags) };
}

export function isTagLine(line: string): boolean {
  return /^#[^#\s]/.test(line.trim());
}

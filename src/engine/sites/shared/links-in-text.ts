import { parseHttpUrl } from '#lib/urls.ts';

// A link ends before white space, quotes, brackets and closing punctuation of either script, and before the next link,
// unless it leads on to that one (`/https://…`, `?url=https://…`).
const LINK = /https?:\/\/(?:(?!(?<![/=?:])https?:\/\/)[^\s<>"'`，。；：！？、…～｜（）《》〈〉【】「」『』“”‘’\u3000])+/gi;
const BARE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?::\d{2,5})?(?:[/?#]\S*)?$/i;

type WrittenLink = { start: number; end: number; url: URL };

/** The links of a text with their places, also those that are written twice. */
export function writtenLinks(text: string): WrittenLink[] {
  let found = [...text.matchAll(LINK)].map((match) => ({
    start: match.index,
    link: trimLinkEnd(match[0], text.charAt(match.index - 1)),
  }));
  if (found.length === 0) {
    const words = [...text.matchAll(/\S+/g)].map((match) => ({ start: match.index, link: match[0] }));
    // Inside a sentence, addresses without a scheme may be file names.
    if (words.every(({ link }) => BARE.test(link))) found = words;
  }
  return found.flatMap(({ start, link }) => {
    const url = parseHttpUrl(link);
    return url === null ? [] : [{ start, end: start + link.length, url }];
  });
}

/** `links`: whole addresses, as `findLinks` gives them. Lines that held nothing else go too. */
export function withoutLinks(text: string, links: readonly string[]): string {
  const taken = writtenLinks(text).filter(({ url }) => links.includes(url.href));
  if (taken.length === 0) return text;
  const lines: string[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    let rest = line;
    const here = taken.filter(({ start }) => start >= lineStart && start < lineStart + line.length);
    for (const { start, end } of here.reverse()) rest = rest.slice(0, start - lineStart) + rest.slice(end - lineStart);
    if (here.length === 0 || rest.trim() !== '') lines.push(rest);
    lineStart += line.length + 1;
  }
  return lines.join('\n');
}

/** `before`: the character in front of the link; Markdown puts the same marks on both sides. */
function trimLinkEnd(link: string, before: string): string {
  const open = untilUnopenedBracket(link);
  const end = open.replace(/(?<![.,;:!?|*~])[.,;:!?|*~]+$/, '');
  return before === '_' ? end.replace(/(?<!_)_+$/, '') : end;
}

const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** A bracket that is closed but not opened in the link belongs to the text around it. */
function untilUnopenedBracket(link: string): string {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  for (let at = 0; at < link.length; at++) {
    const char = link.charAt(at);
    if (char in open) open[char] = (open[char] ?? 0) + 1;
    const opening = openings[char];
    if (opening === undefined) continue;
    if (open[opening] === 0) return link.slice(0, at);
    open[opening] = (open[opening] ?? 0) - 1;
  }
  return link;
}

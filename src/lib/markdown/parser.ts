import MarkdownIt, { type Token } from 'markdown-it';
import { isOwnMark } from './anchors.ts';
import { boundInline } from './bounded-inline.ts';
import { maxMarkdownLength } from './limits.ts';

export type MarkdownToken = Token;

const markdown = boundInline(new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 }));
markdown.validateLink = isSafeLink;

const ownPicture = /^\/api\/contents\/[\w-]{1,64}\/images\/\d{1,4}$/;

export function isSafeLink(href: string): boolean {
  if (isOwnMark(href) || ownPicture.test(href)) return true;
  // Browsers skip control characters and spaces inside a scheme.
  const bare = href.replace(/[\p{Cc}\p{Z}]+/gu, '');
  return /^(?:https?:\/\/[^/]|mailto:[^?]+@)/i.test(bare);
}

const plain = new MarkdownIt('zero', { html: false });

function parserFor(text: string) {
  return text.length <= maxMarkdownLength && !hasWideTable(text) ? markdown : plain;
}

/** Parsing a table takes quadratic time in the number of its columns. */
const mostBars = 500;

function hasWideTable(text: string): boolean {
  let bars = 0;
  for (let at = text.search(/[|\n]/); at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) bars = 0;
    else if (code === 124 && ++bars > mostBars) return true;
  }
  return false;
}

export function parseMarkdown(text: string): MarkdownToken[] {
  return parserFor(text).parse(text, {});
}

/** The result is not sanitised, but HTML in the text is escaped. */
export function renderMarkdown(text: string): string {
  return parserFor(text).render(text);
}

import { isOwnMark } from './anchors.ts';
import { splitBlocks } from './blocks.ts';
import type { MarkdownToken } from './parser.ts';

export function wordsOf(tokens: readonly MarkdownToken[]): string {
  let inAnchor = false;
  let words = '';
  for (const token of tokens) {
    if (token.type === 'link_open') inAnchor = isOwnMark(String(token.attrGet('href') ?? ''));
    else if (token.type === 'link_close') inAnchor = false;
    else if (token.children) words += wordsOf(token.children);
    else if (!inAnchor) words += token.type === 'softbreak' || token.type === 'hardbreak' ? ' ' : token.content;
  }
  return words.trim();
}

export function wordsOfMarkdown(markdown: string): string {
  return splitBlocks(markdown)
    .map(({ tokens }) => tokens.map((token) => (token.children ? wordsOf([token]) : token.content)).join('\n'))
    .join('\n');
}

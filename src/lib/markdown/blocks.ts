import { type MarkdownToken, parseMarkdown } from './parser.ts';

export type MarkdownBlock = {
  source: string;
  tokens: MarkdownToken[];
};

/** The text is parsed as a whole, so that link definitions count in every block. */
export function splitBlocks(markdown: string): MarkdownBlock[] {
  const lines = markdown.split(/\r\n?|\n/);
  const blocks: MarkdownBlock[] = [];
  let tokens: MarkdownToken[] = [];
  let depth = 0;
  let first = 0;
  let last = 0;
  for (const token of parseMarkdown(markdown)) {
    if (depth === 0 && token.map) [first, last] = token.map;
    tokens.push(token);
    depth += token.nesting;
    if (depth > 0) continue;
    blocks.push({ source: lines.slice(first, last).join('\n').trimEnd(), tokens });
    tokens = [];
  }
  return blocks;
}

import { parseAnchor } from './anchors.ts';
import { splitBlocks } from './blocks.ts';
import type { MarkdownToken } from './parser.ts';
import { wordsOf } from './words.ts';

export type TimedHeading = { title: string; startMs: number };

/** If a heading has several times, the last one counts. */
export function timedHeadings(markdown: string): TimedHeading[] {
  return splitBlocks(markdown).flatMap(({ tokens }) => {
    const [first] = tokens;
    if (first?.type !== 'heading_open' || (first.tag !== 'h1' && first.tag !== 'h2')) return [];
    const anchor = hrefsIn(tokens)
      .flatMap((href) => parseAnchor(href) ?? [])
      .at(-1);
    return anchor?.kind === 'time' ? [{ title: wordsOf(tokens), startMs: anchor.ms }] : [];
  });
}

function hrefsIn(tokens: readonly MarkdownToken[]): string[] {
  return tokens.flatMap((token) => [
    ...(token.type === 'link_open' ? [String(token.attrGet('href') ?? '')] : []),
    ...hrefsIn(token.children ?? []),
  ]);
}

import { type NoteAnchor, parseAnchor } from '#lib/markdown/anchors.ts';
import { splitBlocks } from '#lib/markdown/blocks.ts';
import type { MarkdownToken } from '#lib/markdown/parser.ts';

export type MarkdownBlock = {
  /** Equal sources are equal blocks. */
  source: string;
  tokens: MarkdownToken[];
  headingLevel: number;
  /** The last anchor of a heading, the first of other blocks. */
  anchor: NoteAnchor | null;
};

export function anchorsOf(tokens: readonly MarkdownToken[]): NoteAnchor[] {
  return tokens.flatMap((token) => {
    const own = token.type === 'link_open' ? parseAnchor(String(token.attrGet('href') ?? '')) : null;
    return [...(own ? [own] : []), ...anchorsOf(token.children ?? [])];
  });
}

export function markdownBlocks(markdown: string): MarkdownBlock[] {
  return splitBlocks(markdown).map(({ source, tokens }) => {
    const [first] = tokens;
    const isHeading = first?.type === 'heading_open';
    const anchors = anchorsOf(tokens);
    return {
      source,
      tokens,
      headingLevel: isHeading ? Number(first.tag.slice(1)) : 0,
      anchor: (isHeading ? anchors.at(-1) : anchors[0]) ?? null,
    };
  });
}

/** A heading with everything up to the next heading of its level or above; the lead has none. */
export type NoteSection = { heading: MarkdownBlock | null; body: MarkdownBlock[]; startMs: number | null };

export function noteSections(blocks: readonly MarkdownBlock[]): NoteSection[] {
  const sections: NoteSection[] = [];
  for (const block of blocks) {
    if (block.headingLevel === 1 || block.headingLevel === 2) {
      sections.push({ heading: block, body: [], startMs: block.anchor?.kind === 'time' ? block.anchor.ms : null });
      continue;
    }
    const last = sections.at(-1);
    if (last) last.body.push(block);
    else sections.push({ heading: null, body: [block], startMs: null });
  }
  return sections;
}

import { type MarkdownBlock, markdownBlocks } from '#ui/reader/blocks.ts';

/** `title` null: text before the first heading, or the rest of a part that was too long. `level`: 0 is the text's highest. */
export type TextPart = { title: string | null; level: number; blocks: MarkdownBlock[] };

const listedLevels = 3;
/** A longer part is cut, because a part is laid out as a whole when it comes into view. */
const mostBlocks = 60;

/** Leaves out a first heading that repeats the title, which the page shows already. */
export function textParts(markdown: string, title: string): TextPart[] {
  const all = markdownBlocks(markdown);
  const [first] = all;
  const repeats = first?.headingLevel === 1 && lettersOf(wordsOf(first)) === lettersOf(title);
  return cutAtHeadings(repeats ? all.slice(1) : all);
}

function cutAtHeadings(blocks: readonly MarkdownBlock[]): TextPart[] {
  const levels = [...new Set(blocks.map(({ headingLevel }) => headingLevel))].filter((level) => level > 0).sort((a, b) => a - b);
  const parts: TextPart[] = [];
  for (const block of blocks) {
    const level = block.headingLevel === 0 ? -1 : levels.indexOf(block.headingLevel);
    const last = parts.at(-1);
    const opens = level >= 0 && level < listedLevels;
    const title = opens ? wordsOf(block) : '';
    if (opens && title !== '') parts.push({ title, level, blocks: [block] });
    else if (last && last.blocks.length < mostBlocks) last.blocks.push(block);
    else parts.push({ title: null, level: 0, blocks: [block] });
  }
  return parts;
}

function wordsOf({ tokens }: MarkdownBlock): string {
  const words = tokens[1]?.children ?? [];
  return words
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
    .trim();
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** Characters in a line; height of a line and gap between blocks in px. Only the length of the scroll bar depends on them. */
const [wideLine, latinLine, lineHeight, blockGap] = [38, 76, 30, 13];

/** The estimated height in px of a part that has not been laid out yet. */
export function likelyHeight({ blocks }: TextPart): number {
  return Math.round(
    blocks.reduce((sum, { source }) => {
      const wide = source.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0;
      return sum + blockGap + Math.max(1, Math.ceil(wide / wideLine + (source.length - wide) / latinLine)) * lineHeight;
    }, 0),
  );
}

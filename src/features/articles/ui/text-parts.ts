/** A source's text in the parts that its headings make. */
import { type MarkdownBlock, markdownBlocks } from '#ui/reader/blocks.ts';

/** `title` null: what stands before the first heading, or goes on after too long a part. `level` 0 is the highest that occurs. */
export type TextPart = { title: string | null; level: number; blocks: MarkdownBlock[] };

/** Deeper headings are not worth a line of the list. */
const listedLevels = 3;
/** A part is laid out as a whole when it comes into sight. */
const mostBlocks = 60;

/** Without the first heading where it repeats the title, which the page has said already. */
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

/** What a heading says. */
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

/** Characters of a line, in px a line and the space around a block: only how long the scroll bar is depends on them. */
const [wideLine, latinLine, lineHeight, blockGap] = [38, 76, 30, 13];

/** What a part is thought to take before it has been laid out. */
export function likelyHeight({ blocks }: TextPart): number {
  return Math.round(
    blocks.reduce((sum, { source }) => {
      const wide = source.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0;
      return sum + blockGap + Math.max(1, Math.ceil(wide / wideLine + (source.length - wide) / latinLine)) * lineHeight;
    }, 0),
  );
}

import type { Segment } from '../../domain.ts';
import { paragraphsToSegments, unwrapLines } from '../../text/paragraphs.ts';

export type PlainDocument = { markdown: string; segments: Segment[]; title: string | null };

export function readPlainText(source: string): PlainDocument {
  const text = unwrapLines(source.replaceAll('\0', '').replaceAll('\f', '\n\n'));
  const blocks = text.split('\n\n').filter((block) => block.trim() !== '');
  return { markdown: blocks.map(escapeBlock).join('\n\n'), segments: paragraphsToSegments(text), title: titleOf(blocks) };
}

/** The first line, when it is short, stands alone and is not a sentence. */
function titleOf(blocks: readonly string[]): string | null {
  const first = (blocks[0] ?? '').trim();
  const isTitle =
    blocks.length >= 2 &&
    first.length <= 80 &&
    !first.includes('\n') &&
    /[\p{L}\p{N}]/u.test(first) &&
    !/[.。,，;；:：!！…]$/.test(first);
  return isTitle ? first : null;
}

function escapeBlock(block: string): string {
  return block
    .split('\n')
    .map((line) => escapeLine(line.trim()))
    .join('\\\n');
}

function escapeLine(line: string): string {
  return line
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replace(/^(?:#{1,6}(?=\s|$)|[-+=](?=[\s=-]|$))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

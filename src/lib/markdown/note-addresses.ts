import { withoutBareLinks } from './bare-addresses.ts';
import { parseMarkdown } from './parser.ts';

/**
 * A note with the addresses that are only text in it as code. Code stays as it is, and so does what defines the
 * addresses of links.
 */
export function noteWithoutBareLinks(note: string): string {
  if (!/:\/\/|www\.|mailto:|xmpp:/i.test(note)) return note;
  // With their ends, as the parser counts lines.
  const lines = note.split(/(?<=\n|\r(?!\n))/);
  let text = '';
  let at = 0;
  for (const { from, to, inTable } of textBlocks(note)) {
    text += lines.slice(at, from).join('') + withoutBareLinks(lines.slice(from, to).join(''), inTable);
    at = to;
  }
  return text + lines.slice(at).join('');
}

type Block = { from: number; to: number; inTable: boolean };

/** Lines that hold text, in order: not code, and no definitions. */
function textBlocks(note: string): Block[] {
  const blocks: Block[] = [];
  let inTable = false;
  for (const token of parseMarkdown(note)) {
    if (token.type === 'table_open') inTable = true;
    if (token.type === 'table_close') inTable = false;
    const isBlock = inTable ? token.type === 'tr_open' : token.type === 'inline';
    const [from, to] = token.map ?? [0, 0];
    if (isBlock && from >= (blocks.at(-1)?.to ?? 0) && to > from) blocks.push({ from, to, inTable });
  }
  return blocks;
}

import { withoutBareLinks } from './bare-addresses.ts';
import { parseMarkdown } from './parser.ts';

export function noteWithoutBareLinks(note: string): string {
  if (!/:\/\/|www\.|mailto:|xmpp:/i.test(note)) return note;
  // The lines keep their ends, and are split as the parser counts them.
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

import { emptyTodo } from '#lib/notes/note-todos.ts';
import { type MarkdownToken, parseMarkdown } from './parser.ts';

export type Run = { text: string; bold?: true; italic?: true; strike?: true; code?: true; href?: string };

export type FlatBlock =
  | { type: 'heading'; level: number; runs: Run[] }
  | { type: 'paragraph'; runs: Run[]; quoted: boolean }
  | { type: 'item'; depth: number; number: number | null; checked: boolean | null; runs: Run[] }
  | { type: 'code'; text: string }
  | { type: 'table'; rows: Run[][][] }
  | { type: 'rule' };

/** If `link` returns null, only the words are kept. */
export function flattenMarkdown(markdown: string, link: (href: string) => string | null): FlatBlock[] {
  const blocks: FlatBlock[] = [];
  const lists: { ordered: boolean; next: number }[] = [];
  let quotes = 0;
  let item: { number: number | null } | null = null;
  let heading = 0;
  let table: Run[][][] | null = null;

  for (const token of parseMarkdown(markdown)) {
    switch (token.type) {
      case 'heading_open':
        heading = Number(token.tag.slice(1));
        break;
      case 'blockquote_open':
        quotes++;
        break;
      case 'blockquote_close':
        quotes--;
        break;
      case 'bullet_list_open':
      case 'ordered_list_open':
        lists.push({ ordered: token.type === 'ordered_list_open', next: Number(token.attrGet('start') ?? 1) });
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        lists.pop();
        break;
      case 'list_item_open': {
        const list = lists.at(-1);
        item = { number: list?.ordered ? list.next++ : null };
        break;
      }
      case 'list_item_close':
        // An item without words must not begin with the words that follow it.
        item = null;
        break;
      case 'table_open':
        table = [];
        break;
      case 'table_close':
        if (table) blocks.push({ type: 'table', rows: table });
        table = null;
        break;
      case 'tr_open':
        table?.push([]);
        break;
      case 'hr':
        blocks.push({ type: 'rule' });
        break;
      case 'fence':
      case 'code_block':
        blocks.push({ type: 'code', text: token.content.replace(/\n$/, '') });
        break;
      case 'inline': {
        const runs = runsOf(token.children ?? [], link);
        if (table) table.at(-1)?.push(runs);
        else if (heading > 0) blocks.push({ type: 'heading', level: heading, runs });
        else if (item) {
          // A task without words is left out, as in the note.
          if (!emptyTodo.test(token.content)) blocks.push({ type: 'item', depth: lists.length - 1, ...item, ...readTask(runs) });
        } else if (lists.length > 0) blocks.push({ type: 'item', depth: lists.length, number: null, checked: null, runs });
        else blocks.push({ type: 'paragraph', runs, quoted: quotes > 0 });
        heading = 0;
        item = null;
        break;
      }
    }
  }
  return blocks;
}

function readTask(runs: Run[]): { checked: boolean | null; runs: Run[] } {
  const [first, ...rest] = runs;
  const mark = /^\[([ xX])\]\s+/.exec(first?.text ?? '');
  if (!first || !mark) return { checked: null, runs };
  const text = first.text.slice(mark[0].length);
  return { checked: mark[1] !== ' ', runs: text === '' ? rest : [{ ...first, text }, ...rest] };
}

function runsOf(tokens: readonly MarkdownToken[], link: (href: string) => string | null): Run[] {
  const runs: Run[] = [];
  const look: { bold: number; italic: number; strike: number; href: string | null } = {
    bold: 0,
    italic: 0,
    strike: 0,
    href: null,
  };
  const push = (text: string, code = false) => {
    if (text === '') return;
    runs.push({
      text,
      ...(look.bold > 0 ? { bold: true as const } : {}),
      ...(look.italic > 0 ? { italic: true as const } : {}),
      ...(look.strike > 0 ? { strike: true as const } : {}),
      ...(code ? { code: true as const } : {}),
      ...(look.href === null ? {} : { href: look.href }),
    });
  };
  for (const token of tokens) {
    if (token.type === 'link_open') look.href = link(String(token.attrGet('href') ?? ''));
    else if (token.type === 'link_close') look.href = null;
    else if (/^(?:strong|em|s)_(?:open|close)$/.test(token.type))
      look[token.tag === 'strong' ? 'bold' : token.tag === 'em' ? 'italic' : 'strike'] += token.nesting;
    else if (token.type === 'softbreak') push(' ');
    else if (token.type === 'hardbreak') push('\n');
    else push(token.content, token.type === 'code_inline');
  }
  return runs;
}

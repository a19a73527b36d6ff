import type { ReadDocument } from '#engine/raw-content.ts';

export type Block =
  | { type: 'heading'; level: number; text: string; page?: number; onlyListed?: true }
  | { type: 'paragraph'; text: string; page?: number }
  | { type: 'item'; text: string; depth: number; ordered: boolean; page?: number }
  | { type: 'quote'; text: string }
  | { type: 'code'; text: string }
  | { type: 'table'; rows: string[][] };

export type DocumentContent = Omit<ReadDocument, 'paragraphs' | 'markdown' | 'cover'> & {
  blocks: Block[];
  cover: Uint8Array | null;
  scanned: boolean;
};

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Radicals that some fonts use instead of the characters they look like; Unicode normalisation covers only some. */
const radicals = new Map(
  Array.from(
    '⺟母⺠民⺝月⻁虎⻄西⻅见⻆角⻉贝⻋车⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻬齐⻮齿⻰龙⻳龟'.matchAll(
      /(.)(.)/gu,
    ),
    ([, from = '', to = '']) => [from, to],
  ),
);

function foldForms(text: string): string {
  return text
    .replace(/[\u2f00-\u2fdf\ufb00-\ufb06]/g, (form) => form.normalize('NFKC'))
    .replace(/[\u2e80-\u2eff]/g, (form) => radicals.get(form) ?? form);
}

/** Collapses white space; removes it between two Chinese or Japanese characters. */
export function tidyText(text: string): string {
  return foldForms(text)
    .normalize('NFC')
    .replace(/[\u00ad\u200b\ufeff\0]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function joinText(before: string, after: string): string {
  const last = before.at(-1) ?? '';
  const first = after[0] ?? '';
  return before === '' || after === '' || wide.test(last) || wide.test(first) ? before + after : `${before} ${after}`;
}

const digitsAbove = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const signsAbove: Record<string, string> = { '+': '⁺', '-': '⁻', '−': '⁻', '–': '⁻' };

/** Numbers of notes and powers would read on as digits of the number before them; other raised text stays as it is. */
export function raisedText(before: string, raised: string): string {
  if (!/\S/.test(before.at(-1) ?? '') || !/^\s*[-+−–]?\d[\d\s,–-]{0,20}$/.test(raised)) return raised;
  return raised.replace(/\d|^\s*[-+−–]/g, (one) => digitsAbove[Number(one)] ?? signsAbove[one.trim()] ?? one);
}

export function isWide(character: string): boolean {
  return wide.test(character);
}

/** Headings count as paragraphs only if there is nothing else. Lines without a letter or digit are dropped as ornaments. */
export function blocksToParagraphs(blocks: readonly Block[]): ReadDocument['paragraphs'] {
  const paragraphs = blocks.flatMap(paragraphsOf);
  if (paragraphs.length > 0) return paragraphs;
  return blocks.flatMap((block) => (block.type === 'heading' ? [{ text: block.text, page: block.page ?? null }] : []));
}

function paragraphsOf(block: Block): ReadDocument['paragraphs'] {
  const page = 'page' in block ? (block.page ?? null) : null;
  return linesOf(block).flatMap((text) => (/[\p{L}\p{N}]/u.test(text) ? [{ text, page }] : []));
}

export function blocksToHeadings(blocks: readonly Block[]): NonNullable<ReadDocument['headings']> {
  const headings: NonNullable<ReadDocument['headings']> = [];
  let paragraph = 0;
  for (const block of blocks) {
    if (block.type !== 'heading') paragraph += paragraphsOf(block).length;
    else {
      const { text: title, level, page, onlyListed } = block;
      headings.push({ title, level, paragraph, ...(page ? { page } : {}), ...(onlyListed ? { onlyListed } : {}) });
    }
  }
  return paragraph === 0 ? [] : headings;
}

function linesOf(block: Block): string[] {
  if (block.type === 'table') return block.rows.map((row) => row.filter((cell) => cell !== '').join(' · '));
  if (block.type === 'code') return block.text.split('\n').map(tidyText);
  return block.type === 'heading' ? [] : [block.text];
}

export function blocksToMarkdown(blocks: readonly Block[]): string {
  let markdown = '';
  let before: Block | null = null;
  const counters: number[] = [];
  for (const block of blocks) {
    const inList: boolean = block.type === 'item' && before?.type === 'item';
    if (!inList) counters.length = 0;
    markdown += `${markdown === '' ? '' : inList ? '\n' : '\n\n'}${toMarkdown(block, counters)}`;
    before = block;
  }
  return markdown;
}

function toMarkdown(block: Block, counters: number[]): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, Math.max(1, block.level)))} ${escapeText(block.text)}`;
    case 'paragraph':
      return escapeLine(block.text);
    case 'item': {
      const depth = Math.min(block.depth, 5);
      counters.length = Math.min(counters.length, depth + 1);
      const number = (counters[depth] ?? 0) + 1;
      counters[depth] = number;
      return `${'    '.repeat(depth)}${block.ordered ? `${number}.` : '-'} ${escapeLine(block.text)}`;
    }
    case 'quote':
      return `> ${escapeLine(block.text)}`;
    case 'code': {
      const fence = '`'.repeat(Math.max(3, ...[...block.text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
      return `${fence}\n${block.text}\n${fence}`;
    }
    case 'table':
      return tableToMarkdown(block.rows);
  }
}

function tableToMarkdown(rows: readonly string[][]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const lines = rows.map((row) => {
    const cells = Array.from({ length: width }, (_, index) => escapeText(row[index] ?? ''));
    return `| ${cells.join(' | ')} |`;
  });
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`);
  return lines.join('\n');
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&]/g, '\\$&');
}

function escapeLine(text: string): string {
  return escapeText(text)
    .replace(/^(?:#{1,6}(?=\s|$)|[-+=](?=[\s=-]|$))/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

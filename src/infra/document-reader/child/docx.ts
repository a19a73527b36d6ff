import { readXml } from '#lib/read-xml.ts';
import { documentLimits } from '../child-messages.ts';
import { type Block, type DocumentContent, raisedText, tidyText } from './blocks.ts';
import { decodeXml } from './decode-xml.ts';
import { DocumentError, damaged } from './fail.ts';
import { readFields } from './office-properties.ts';
import { isoDay } from './pdf-metadata.ts';
import { realTitle } from './real-title.ts';
import type { Zip } from './zip.ts';

type Style = { heading: number | null; list: string | null; isTitle: boolean; isQuote: boolean; isContents: boolean };
type Paragraph = {
  text: string;
  style: Style | null;
  level: number | null;
  list: { id: string; depth: number } | null;
  notes: Block[];
};
type Table = { rows: string[][]; notes: Block[] };
/** The texts of footnotes and endnotes, by the name of their reference and their id. */
type Notes = Map<string, string>;

const longestHeading = 150;
const plainStyle: Style = { heading: null, list: null, isTitle: false, isQuote: false, isContents: false };
/** Not shown: deleted text, field codes, how words are read, formatting before a change, the other rendering of an object. */
const silent = new Set(['del', 'moveFrom', 'instrText', 'delText', 'rt', 'pPrChange', 'rPrChange', 'Fallback']);

/** Throws a DocumentError: `input_unsupported` for other Office files, `damaged` without a main part. */
export async function readDocx(zip: Zip): Promise<DocumentContent> {
  const main = await zip.read('word/document.xml');
  if (!main) {
    if (zip.has('ppt/presentation.xml') || zip.has('xl/workbook.xml'))
      throw new DocumentError('input_unsupported', null, 'slides or a sheet');
    throw damaged('no main part');
  }
  const styles = readStyles(await xmlOf(zip, 'word/styles.xml'));
  const ordered = readNumbering(await xmlOf(zip, 'word/numbering.xml'));
  const notes: Notes = new Map([
    ...readNotes(await xmlOf(zip, 'word/footnotes.xml'), 'footnote'),
    ...readNotes(await xmlOf(zip, 'word/endnotes.xml'), 'endnote'),
  ]);
  const { blocks, title } = readBody(decodeXml(main), styles, ordered, notes);
  const fields = new Map(
    readFields(await xmlOf(zip, 'docProps/core.xml'), new Set(['title', 'creator', 'created', 'language', 'description'])).map(
      ({ name, text }) => [name, text === '' ? null : text],
    ),
  );
  return {
    format: 'docx',
    title: realTitle(fields.get('title') ?? null) ?? title,
    author: fields.get('creator') ?? null,
    publishedAt: isoDay(fields.get('created') ?? null),
    language: fields.get('language') ?? null,
    description: fields.get('description') ?? null,
    pages: null,
    blocks,
    cover: null,
    scanned: false,
  };
}

async function xmlOf(zip: Zip, name: string): Promise<string> {
  const bytes = await zip.read(name);
  return bytes ? decodeXml(bytes) : '';
}

function readStyles(xml: string): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>();
  const bases = new Map<string, string>();
  let id: string | null = null;
  const change = (changes: Partial<Style>): void => {
    if (id !== null) styles.set(id, { ...(styles.get(id) ?? plainStyle), ...changes });
  };
  readXml(xml, 'local', {
    open(name, attributes) {
      const value = attributes.get('val') ?? '';
      if (name === 'style') {
        id = attributes.get('styleId') ?? null;
        change({});
      } else if (name === 'name') {
        const level = /^(?:heading|标题)\s*([1-9])$/i.exec(value)?.[1];
        if (level !== undefined) change({ heading: Number(level) });
        if (/^(?:title|标题)$/i.test(value)) change({ isTitle: true });
        if (/quote|引用/i.test(value)) change({ isQuote: true });
        if (/^(?:toc|目录)\s*(?:[1-9]|heading|标题)$/i.test(value)) change({ isContents: true });
      } else if (name === 'outlineLvl' && Number(value) < 9) change({ heading: Number(value) + 1 });
      else if (name === 'numId') change({ list: value });
      else if (name === 'basedOn' && id !== null) bases.set(id, value);
    },
    close(name) {
      if (name === 'style') id = null;
    },
  });
  for (const [own, style] of styles) {
    let base = bases.get(own);
    for (let step = 0; base !== undefined && style.heading === null && step < 10; step++) {
      style.heading = styles.get(base)?.heading ?? null;
      style.isTitle ||= styles.get(base)?.isTitle ?? false;
      base = bases.get(base);
    }
  }
  return styles;
}

function readNumbering(xml: string): ReadonlySet<string> {
  const counting = new Set<string>();
  const ordered = new Set<string>();
  let abstractId = '';
  let numberId = '';
  let level = '';
  readXml(xml, 'local', {
    open(name, attributes) {
      const value = attributes.get('val') ?? '';
      if (name === 'abstractNum') abstractId = attributes.get('abstractNumId') ?? '';
      else if (name === 'lvl') level = attributes.get('ilvl') ?? '';
      else if (name === 'numFmt' && level === '0' && value !== 'bullet' && value !== 'none') counting.add(abstractId);
      else if (name === 'num') numberId = attributes.get('numId') ?? '';
      else if (name === 'abstractNumId' && counting.has(value)) ordered.add(numberId);
    },
  });
  return ordered;
}

function readNotes(xml: string, kind: 'footnote' | 'endnote'): Notes {
  const notes: Notes = new Map();
  let key: string | null = null;
  let said = '';
  let muted = 0;
  let inText = 0;
  readXml(xml, 'local', {
    open(name, attributes) {
      if (silent.has(name)) muted++;
      else if (name === kind) {
        // The lines between text and notes are kept as notes of a type.
        key = /separator/i.test(attributes.get('type') ?? '') ? null : `${kind}Reference ${attributes.get('id') ?? ''}`;
        said = '';
      } else if (name === 't') inText++;
      else if (name === 'p' || name === 'tab' || name === 'br' || name === 'cr') said += ' ';
      else if (name === 'noBreakHyphen') said += '-';
    },
    text(text) {
      if (inText > 0 && muted === 0) said += text;
    },
    close(name) {
      if (silent.has(name)) muted = Math.max(0, muted - 1);
      else if (name === 't') inText = Math.max(0, inText - 1);
      else if (name === kind && key !== null) notes.set(key, tidyText(said));
    },
  });
  return notes;
}

function applyProperty(paragraph: Paragraph | undefined, styles: ReadonlyMap<string, Style>, name: string, value: string): void {
  if (!paragraph) return;
  if (name === 'pStyle') {
    paragraph.style = styles.get(value) ?? null;
    if (paragraph.style?.list) paragraph.list ??= { id: paragraph.style.list, depth: 0 };
  } else if (name === 'outlineLvl' && Number(value) < 9) paragraph.level = Number(value) + 1;
  else if (name === 'ilvl') paragraph.list = { id: paragraph.list?.id ?? '0', depth: Math.min(8, Number(value) || 0) };
  else if (name === 'numId') paragraph.list = { id: value, depth: paragraph.list?.depth ?? 0 };
}

function blockOf(paragraph: Paragraph, ordered: ReadonlySet<string>): (Block & { text: string }) | null {
  const text = tidyText(paragraph.text);
  const { style, list } = paragraph;
  // Lines of the table of contents repeat the headings.
  if (text === '' || style?.isContents) return null;
  const level = style?.isTitle ? 1 : (paragraph.level ?? style?.heading ?? null);
  if (level !== null && (style?.isTitle || !isClause(text))) return { type: 'heading', level, text };
  if (list && list.id !== '0') return { type: 'item', text, depth: list.depth, ordered: ordered.has(list.id) };
  return { type: style?.isQuote ? 'quote' : 'paragraph', text };
}

/** Contracts and minutes number their clauses with the styles of headings. `1. Definitions.` is a heading all the same. */
function isClause(text: string): boolean {
  if (text.length > longestHeading || /[;；]$/u.test(text)) return true;
  if (!/[.。]$/u.test(text)) return false;
  return text.split(/\s+/).length > longestTitle.words || (text.match(/\p{Script=Han}/gu)?.length ?? 0) > longestTitle.han;
}
const longestTitle = { words: 6, han: 15 };

/** Takes from `notes` what the text refers to: each note stands once, behind the paragraph or table of its first reference. */
function readBody(xml: string, styles: ReadonlyMap<string, Style>, ordered: ReadonlySet<string>, notes: Notes) {
  const blocks: Block[] = [];
  const tables: Table[] = [];
  const paragraphs: Paragraph[] = [];
  let title: string | null = null;
  let muted = 0;
  let inText = 0;
  let raised = false;
  let characters = 0;

  function say(text: string): void {
    const paragraph = paragraphs.at(-1);
    if (muted === 0 && paragraph) paragraph.text += raised ? raisedText(paragraph.text, text) : text;
    count(text);
  }

  function count(text: string): void {
    characters += text.length;
    if (characters > documentLimits.textChars) throw new DocumentError('text_too_long', null, 'more text than is read');
  }

  function endParagraph(): void {
    const paragraph = paragraphs.pop();
    if (!paragraph) return;
    const [table] = tables;
    if (table) {
      const row = table.rows.at(-1);
      const text = tidyText(paragraph.text);
      if (text !== '' && row && row.length > 0) row[row.length - 1] = `${row.at(-1) ?? ''} ${text}`.trim();
      table.notes.push(...paragraph.notes);
      return;
    }
    const block = blockOf(paragraph, ordered);
    if (block && paragraph.style?.isTitle) title ??= block.text;
    blocks.push(...(block ? [block] : []), ...paragraph.notes);
  }

  function takeNote(key: string): void {
    const text = notes.get(key) ?? '';
    const paragraph = paragraphs.at(-1);
    if (muted > 0 || !paragraph || text === '') return;
    notes.delete(key);
    paragraph.notes.push({ type: 'paragraph', text });
    count(text);
  }

  readXml(xml, 'local', {
    open(name, attributes) {
      if (silent.has(name)) muted++;
      else if (name === 'p') paragraphs.push({ text: '', style: null, level: null, list: null, notes: [] });
      else if (name === 't') inText++;
      else if (name === 'r') raised = false;
      else if (name === 'vertAlign' && muted === 0) raised = attributes.get('val') === 'superscript';
      else if (name === 'tab' || name === 'br' || name === 'cr') say(' ');
      else if (name === 'noBreakHyphen') say('-');
      else if (name === 'tbl') tables.push({ rows: [], notes: [] });
      else if (name === 'footnoteReference' || name === 'endnoteReference') takeNote(`${name} ${attributes.get('id') ?? ''}`);
      // The text of a nested table goes into the outer cell.
      else if (name === 'tr' && tables.length === 1) tables[0]?.rows.push([]);
      else if (name === 'tc' && tables.length === 1) tables[0]?.rows.at(-1)?.push('');
      else if (muted === 0) applyProperty(paragraphs.at(-1), styles, name, attributes.get('val') ?? '');
    },
    text(text) {
      if (inText > 0) say(text);
    },
    close(name) {
      if (silent.has(name)) muted = Math.max(0, muted - 1);
      else if (name === 't') inText = Math.max(0, inText - 1);
      else if (name === 'p') endParagraph();
      else if (name === 'tbl') {
        const table = tables.pop();
        const rows = table?.rows.filter((row) => row.some((cell) => cell !== '')) ?? [];
        if (tables.length > 0) return;
        if (rows.length > 0) blocks.push({ type: 'table', rows });
        blocks.push(...(table?.notes ?? []));
      }
    },
  });
  return { blocks, title };
}

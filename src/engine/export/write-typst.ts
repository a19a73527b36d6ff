/** All text is a string literal in Typst's code mode, where only `"` and `\` are special: no text can become a command. */
import type { FlatBlock, Run } from '#lib/markdown/flatten.ts';
import { type ExportedNote, factsLine } from './exported-note.ts';

export function writeTypst(note: ExportedNote): string {
  const facts = factsLine(note);
  return typstDocument(note, [
    ...(facts === '' ? [] : [`block(below: 0.5em, text(fill: luma(110), ${literal(facts)}))`]),
    ...(note.sourceUrl ? [`block(below: 1.2em, ${typstText({ text: note.sourceUrl, href: note.sourceUrl })})`] : []),
    ...note.blocks.map(blockSource),
  ]);
}

/** `body`: statements in Typst's code mode; every text in them must come from `typstText`. */
export function typstDocument(note: Pick<ExportedNote, 'title' | 'author' | 'language'>, body: readonly string[]): string {
  const head = [
    `set document(title: ${literal(note.title)}, author: ${literal(note.author ?? '')})`,
    'set page(paper: "a4", margin: (x: 2.3cm, top: 2.2cm, bottom: 2.4cm), numbering: "1", number-align: center)',
    `set text(font: ("Noto Sans SC", "Noto Sans CJK SC", "Noto Sans CJK KR", "Noto Sans"), size: 10.5pt, lang: "${note.language}", fallback: true)`,
    'set par(leading: 0.85em, spacing: 1.1em, justify: false)',
    'show heading: it => block(above: 1.6em, below: 0.9em, it)',
    'show link: it => text(fill: rgb("#2557a7"), it)',
    'show raw: set text(font: ("Noto Sans SC", "DejaVu Sans Mono"))',
  ];
  const title = `block(below: 0.6em, text(size: 18pt, weight: "bold", ${literal(note.title)}))`;
  return `#{\n${[...head, title, ...body].join('\n')}\n}\n`;
}

function blockSource(block: FlatBlock): string {
  switch (block.type) {
    case 'heading':
      return `heading(level: ${Math.max(1, block.level - 1)}, ${runs(block.runs)})`;
    case 'paragraph':
      return block.quoted
        ? `block(inset: (left: 1em), stroke: (left: 2pt + luma(190)), outset: (y: 0.3em), ${runs(block.runs)})`
        : `par(${runs(block.runs)})`;
    case 'item': {
      const mark = block.checked === null ? (block.number === null ? '•' : `${block.number}.`) : block.checked ? '☑' : '☐';
      const left = (Math.min(8, block.depth) * 1.3).toFixed(1);
      return `block(below: 0.75em, pad(left: ${left}em, grid(columns: (1.5em, 1fr), ${literal(mark)}, ${runs(block.runs)})))`;
    }
    case 'code':
      return `block(fill: luma(244), inset: 0.7em, radius: 3pt, width: 100%, raw(${literal(block.text)}, block: true))`;
    case 'table': {
      const columns = Math.max(1, ...block.rows.map((row) => row.length));
      const cells = block.rows.flatMap((row) => Array.from({ length: columns }, (_, column) => runs(row[column] ?? [])));
      return `table(columns: ${columns}, stroke: 0.5pt + luma(170), ${cells.join(', ')})`;
    }
    case 'rule':
      return 'line(length: 100%, stroke: 0.5pt + luma(190))';
  }
}

function runs(list: readonly Run[]): string {
  return list.length === 0 ? '[]' : `{ ${list.map(typstText).join('; ')} }`;
}

export function typstText(part: Run): string {
  let source = part.code ? `raw(${literal(part.text)})` : `text(${literal(part.text)})`;
  if (part.bold) source = `strong(${source})`;
  if (part.italic) source = `emph(${source})`;
  if (part.strike) source = `strike(${source})`;
  return part.href === undefined ? source : `link(${literal(part.href)}, ${source})`;
}

function literal(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/[^\n\t\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
  return `"${plain}"`;
}

/** The fonts here show Chinese wherever Word runs. */
import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { FlatBlock, Run } from '#lib/markdown/flatten.ts';
import { type ExportedNote, factsLine } from './exported-note.ts';

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
const font = { ascii: 'Calibri', hAnsi: 'Calibri', eastAsia: 'Microsoft YaHei', cs: 'Calibri' };
const code = { ascii: 'Consolas', hAnsi: 'Consolas', eastAsia: 'Microsoft YaHei', cs: 'Consolas' };
const indentPerLevel = 360;
const deepest = 8;

export async function writeDocx(note: ExportedNote): Promise<Uint8Array> {
  const facts = factsLine(note);
  const children: (Paragraph | Table)[] = [
    new Paragraph({ heading: HeadingLevel.TITLE, children: [textRun({ text: note.title })] }),
  ];
  if (facts !== '') children.push(new Paragraph({ children: [new TextRun({ text: clean(facts), color: '767676', font })] }));
  if (note.sourceUrl) children.push(new Paragraph({ children: [child({ text: note.sourceUrl, href: note.sourceUrl })] }));
  for (const block of note.blocks) children.push(toParagraph(block));
  const document = new Document({
    title: clean(note.title),
    creator: clean(note.author ?? ''),
    styles: { default: { document: { run: { font, size: 22 }, paragraph: { spacing: { after: 120, line: 320 } } } } },
    numbering: {
      config: [
        {
          reference: 'bullets',
          levels: Array.from({ length: deepest + 1 }, (_, level) => ({
            level,
            format: LevelFormat.BULLET,
            text: '•',
            alignment: AlignmentType.LEFT,
            style: { paragraph: { indent: { left: indentPerLevel * (level + 1), hanging: 240 } } },
          })),
        },
      ],
    },
    sections: [{ children }],
  });
  return await Packer.toBuffer(document);
}

function toParagraph(block: FlatBlock): Paragraph | Table {
  switch (block.type) {
    case 'heading':
      return new Paragraph({ heading: headings[block.level] ?? HeadingLevel.HEADING_6, children: block.runs.map(child) });
    case 'paragraph':
      return block.quoted
        ? new Paragraph({
            children: block.runs.map(child),
            indent: { left: indentPerLevel },
            border: { left: { style: 'single', size: 12, color: 'BBBBBB', space: 8 } },
          })
        : new Paragraph({ children: block.runs.map(child) });
    case 'item': {
      const depth = Math.min(deepest, block.depth);
      const mark = block.checked === null ? (block.number === null ? null : `${block.number}. `) : block.checked ? '☑ ' : '☐ ';
      if (mark === null)
        return new Paragraph({ numbering: { reference: 'bullets', level: depth }, children: block.runs.map(child) });
      // The number is written as text, so that a list interrupted by other blocks keeps its count.
      return new Paragraph({
        indent: { left: indentPerLevel * (depth + 1), hanging: 300 },
        children: [textRun({ text: mark }), ...block.runs.map(child)],
      });
    }
    case 'code':
      return new Paragraph({
        children: block.text
          .split('\n')
          .map((text, line) => new TextRun({ text: clean(text), font: code, break: line > 0 ? 1 : 0 })),
      });
    case 'table':
      return toTable(block.rows);
    case 'rule':
      return new Paragraph({ thematicBreak: true });
  }
}

function toTable(rows: readonly Run[][][]): Table {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (row) =>
        new TableRow({
          children: Array.from(
            { length: columns },
            (_, column) => new TableCell({ children: [new Paragraph({ children: (row[column] ?? []).map(child) })] }),
          ),
        }),
    ),
  });
}

function child(run: Run): ParagraphChild {
  if (run.href === undefined) return textRun(run);
  return new ExternalHyperlink({ link: run.href, children: [textRun(run, 'Hyperlink')] });
}

function textRun(run: Run, style?: string): TextRun {
  return new TextRun({
    text: clean(run.text),
    font: run.code ? code : font,
    ...(run.bold ? { bold: true } : {}),
    ...(run.italic ? { italics: true } : {}),
    ...(run.strike ? { strike: true } : {}),
    ...(style ? { style } : {}),
  });
}

/** Word does not open a file with characters that XML 1.0 forbids. */
function clean(text: string): string {
  return text.toWellFormed().replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
}

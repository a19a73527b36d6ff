import { expect, test } from 'vitest';
import { makeDocx, wordParagraph } from '../../../../tests/harness/files/make-documents.ts';
import { blocksToMarkdown, blocksToParagraphs } from './blocks.ts';
import { readDocx } from './docx.ts';
import type { DocumentError } from './fail.ts';
import { openZip } from './zip.ts';

async function read(body: string, styles = '') {
  const { blocks } = await readDocx(await openZip(makeDocx(body, { styles })));
  return { markdown: blocksToMarkdown(blocks), texts: blocksToParagraphs(blocks).map(({ text }) => text) };
}

const styled = (text: string, style: string) => wordParagraph(text, `<w:pStyle w:val="${style}"/>`);

test('SUM-05 clauses in the style of a heading are text', async () => {
  const clause = 'The tenant pays the rent on the first day of each month.';
  const long = `${'The tenant keeps the house in the state in which it was handed over '.repeat(3)}and`;
  const body = [
    styled('Duties', 'Heading1'),
    styled(clause, 'Heading2'),
    styled('乙方应当按时付款；', 'Heading2'),
    styled(long, 'Heading2'),
    styled('1. Definitions.', 'Heading1'),
    styled('第一条 定义。', 'Heading1'),
  ];
  expect(await read(body.join(''))).toEqual({
    markdown: `# Duties\n\n${clause}\n\n乙方应当按时付款；\n\n${long}\n\n# 1. Definitions.\n\n# 第一条 定义。`,
    texts: [clause, '乙方应当按时付款；', long],
  });
});

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const raised = '<w:vertAlign w:val="superscript"/>';

test('SUM-05 raised digits are not glued to the number before them', async () => {
  const body = `<w:p>${run('From 2019')}${run('12', raised)}${run(' to 10')}${run('6', raised)}${run('0 the 9')}${run('th', raised)}</w:p>`;
  expect((await read(body)).texts).toEqual(['From 2019¹² to 10⁶0 the 9th']);
});

test('SUM-05 formatting from before a tracked change does not count', async () => {
  const former =
    '<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange>';
  const text =
    run('Words of 20', `<w:rPrChange><w:rPr>${raised}</w:rPr></w:rPrChange>`) +
    run('19', `<w:rPrChange><w:rPr>${raised}</w:rPr></w:rPrChange>`);
  expect((await read(`<w:p><w:pPr>${former}</w:pPr>${text}</w:p>`)).markdown).toBe('Words of 2019');
});

test('SUM-05 how words are read and the lines of a table of contents are no text', async () => {
  const ruby = `<w:p>${run('茶')}<w:r><w:ruby><w:rt>${run('hàn')}</w:rt><w:rubyBase>${run('汉')}</w:rubyBase></w:ruby></w:r>${run('字')}</w:p>`;
  const styles = '<w:style w:styleId="TOC2"><w:name w:val="toc 2"/></w:style>';
  expect((await read(`${styled('Heat 3', 'TOC2')}${ruby}`, styles)).texts).toEqual(['茶汉字']);
});

type Parts = Record<string, string>;

function readParts(parts: Parts) {
  return readDocx({
    has: (name) => name in parts,
    read: async (name) => (parts[name] === undefined ? null : Buffer.from(parts[name])),
  });
}

const p = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const val = (name: string, value: string | number) => `<w:${name} w:val="${value}"/>`;
const documentOf = (body: string) => `<w:document><w:body>${body}</w:body></w:document>`;
const partsOf = async (body: string, parts: Parts = {}) =>
  (await readParts({ 'word/document.xml': documentOf(body), ...parts })).blocks;
const plain = (text: string) => ({ type: 'paragraph', text });
const style = (id: string, inner: string) => `<w:style w:styleId="${id}">${inner}</w:style>`;

test('SUM-05 tells a Word file without its main part from slides and sheets', async () => {
  const fault = (parts: Parts) => readParts(parts).then(null, ({ code, reason }: DocumentError) => [code, reason]);
  expect(await fault({})).toEqual(['document_unreadable', 'damaged']);
  expect(await fault({ 'ppt/presentation.xml': '' })).toEqual(['input_unsupported', null]);
  expect(await fault({ 'xl/workbook.xml': '' })).toEqual(['input_unsupported', null]);
});

test('SUM-05 reads what a Word file says of itself', async () => {
  const core = (inner: string) => ({
    'word/document.xml': documentOf(''),
    'docProps/core.xml': `<cp:coreProperties>${inner}</cp:coreProperties>`,
  });
  const empty = {
    format: 'docx',
    title: null,
    author: null,
    publishedAt: null,
    language: null,
    description: null,
    pages: null,
    blocks: [],
    cover: null,
    scanned: false,
  };
  expect(await readParts(core('<dc:title>Document1</dc:title><dc:creator> </dc:creator>'))).toEqual(empty);
  const told =
    '<dc:title>Locks</dc:title><dc:creator>Ann</dc:creator><dcterms:created>2024-05-06T07:08:09Z</dcterms:created><dc:language>en</dc:language><dc:description>All.</dc:description>';
  expect(await readParts(core(told))).toEqual({
    ...empty,
    title: 'Locks',
    author: 'Ann',
    publishedAt: '2024-05-06',
    language: 'en',
    description: 'All.',
  });
});

test('SUM-05 takes the first line in the style of a title for the title', async () => {
  const parts = {
    'word/document.xml': documentOf(
      `${p(' ', val('pStyle', 'T'))}${p('One; of the locks.', val('pStyle', 'T'))}${p('Two', val('pStyle', 'U'))}`,
    ),
    'word/styles.xml': style('T', val('name', 'Title')) + style('U', val('basedOn', 'T')),
  };
  expect(await readParts(parts)).toMatchObject({
    title: 'One; of the locks.',
    blocks: [
      { type: 'heading', level: 1, text: 'One; of the locks.' },
      { type: 'heading', level: 1, text: 'Two' },
    ],
  });
});

test.each<[title: string, styles: string, block: object | null]>([
  ['a heading', style('S', val('name', 'heading 3')), { type: 'heading', level: 3, text: 'Words' }],
  ['a Chinese heading', style('S', val('name', '标题 2')), { type: 'heading', level: 2, text: 'Words' }],
  ['a level', style('S', val('outlineLvl', 8)), { type: 'heading', level: 9, text: 'Words' }],
  ['the level of text', style('S', val('outlineLvl', 9)), plain('Words')],
  ['another name', style('S', val('name', 'my heading 3') + val('name', 'heading 0')), plain('Words')],
  ['a quotation', style('S', val('name', 'Intense Quote')), { type: 'quote', text: 'Words' }],
  ['a Chinese quotation', style('S', val('name', '引用')), { type: 'quote', text: 'Words' }],
  ['contents', style('S', val('name', 'TOC Heading')), null],
  ['Chinese contents', style('S', val('name', '目录 1')), null],
  ['a name like that of contents', style('S', val('name', 'tocsin 1')), plain('Words')],
  ['a list', style('S', val('numId', 7)), { type: 'item', text: 'Words', depth: 0, ordered: false }],
  [
    'another style',
    style('S', val('basedOn', 'B')) + style('B', val('basedOn', 'C')) + style('C', val('name', 'heading 4')),
    { type: 'heading', level: 4, text: 'Words' },
  ],
  ['a circle of styles', style('S', val('basedOn', 'B')) + style('B', val('basedOn', 'S')), plain('Words')],
  ['names outside of styles', `${style('S', '')}${val('name', 'heading 1')}${style('', '')}`, plain('Words')],
  ['no style', '', plain('Words')],
])('SUM-05 reads a paragraph in the style of %s', async (_, styles, block) => {
  expect(await partsOf(p('Words', val('pStyle', 'S')), { 'word/styles.xml': styles })).toEqual(block === null ? [] : [block]);
});

test('SUM-05 reads levels and lists that a paragraph names itself', async () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt w:val="none"/></w:lvl></w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="7"><w:abstractNumId w:val="3"/></w:num>';
  const list = (id: number, depth: number | string) => `<w:numPr>${val('ilvl', depth)}${val('numId', id)}</w:numPr>`;
  const body = [
    p('a', val('outlineLvl', 1)),
    p('b', val('outlineLvl', 9)),
    p('c', list(5, 0)),
    p('d', list(6, 2)),
    p('e', list(7, 12)),
    p('f', list(0, 1)),
    p('g', val('numId', 5)),
    p('h', val('ilvl', 1)),
    p('i', list(5, 'x') + val('pStyle', 'S')),
    p('j', val('pStyle', 'H') + val('outlineLvl', 0)),
  ].join('');
  const styles = style('S', val('numId', 6)) + style('H', val('name', 'heading 3'));
  const item = (text: string, depth: number, ordered: boolean) => ({ type: 'item', text, depth, ordered });
  expect(await partsOf(body, { 'word/numbering.xml': numbering, 'word/styles.xml': styles })).toEqual([
    { type: 'heading', level: 2, text: 'a' },
    plain('b'),
    item('c', 0, true),
    item('d', 2, false),
    item('e', 8, false),
    plain('f'),
    item('g', 0, true),
    plain('h'),
    item('i', 0, true),
    { type: 'heading', level: 1, text: 'j' },
  ]);
});

test.each<[text: string, isHeading: boolean]>([
  ['a'.repeat(150), true],
  ['a'.repeat(151), false],
  ['One two three four five six.', true],
  ['One two three four five six seven.', false],
  ['One two three four five six seven', true],
  [`${'字'.repeat(15)}。`, true],
  [`${'字'.repeat(16)}。`, false],
  ['One;', false],
  ['One；', false],
])('SUM-05 tells a heading from a clause: %s', async (text, isHeading) => {
  const [block] = await partsOf(p(text, val('outlineLvl', 0)));
  expect(block?.type).toBe(isHeading ? 'heading' : 'paragraph');
});

test('SUM-05 leaves out what is not shown, and reads breaks and hyphens', async () => {
  const t = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const body = `<w:p>${t('a')}<w:del>${t('x')}<w:tab/></w:del><w:moveFrom>${t('x')}</w:moveFrom><w:r><w:instrText>x</w:instrText><w:delText>x</w:delText><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t></w:r><mc:Fallback>${t('x')}</mc:Fallback>y</w:p>`;
  expect(await partsOf(body)).toEqual([plain('a b c d-e')]);
});

test('SUM-05 reads tables, and a table in a table as text of its cell', async () => {
  const cell = (inner: string) => `<w:tc>${inner}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
  const inner = `<w:tbl>${row(p('c'), p('d'))}</w:tbl>`;
  const body = `<w:tbl>${row(p('a') + p(' ') + p('b'), inner)}${row(p(''), '')}${row(p('e'))}</w:tbl><w:tbl>${row(p(''))}</w:tbl>${p('f')}`;
  expect(await partsOf(body)).toEqual([{ type: 'table', rows: [['a b', 'c d'], ['e']] }, plain('f')]);
});

test('SUM-05 puts each note once behind what refers to it first', async () => {
  const note = (kind: string, id: number, inner: string, type = '') => `<w:${kind} w:id="${id}" ${type}>${inner}</w:${kind}>`;
  const line = (inner: string) => `<w:p>${inner}</w:p>`;
  const t = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const refer = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
  const parts = {
    'word/footnotes.xml': `<w:footnotes>${note('footnote', 0, line(t('x')), 'w:type="separator"')}${note('footnote', 1, `${line(`${t('One')}<w:tab/>${t('a')}<w:br/>${t('b')}<w:cr/>${t('c')}<w:noBreakHyphen/>${t('d')}<w:del>${t('x')}</w:del>y`)}${line(t('more'))}`)}${note('footnote', 2, line(t(' ')))}</w:footnotes>`,
    'word/endnotes.xml': `<w:endnotes>${note('endnote', 1, line(t('End')))}${note('endnote', 3, line(t('Third')))}</w:endnotes>`,
  };
  const body = [
    line(`${t('a')}${refer('endnote', 1)}${refer('footnote', 1)}`),
    line(
      `${t('b')}${refer('footnote', 1)}${refer('footnote', 0)}${refer('footnote', 2)}${refer('footnote', 9)}<w:del>${refer('endnote', 3)}</w:del>`,
    ),
    `<w:tbl><w:tr><w:tc>${line(`${t('c')}${refer('endnote', 3)}`)}</w:tc></w:tr></w:tbl>`,
  ].join('');
  expect(await partsOf(body, parts)).toEqual([
    plain('a'),
    plain('End'),
    plain('One a b c-d more'),
    plain('b'),
    { type: 'table', rows: [['c']] },
    plain('Third'),
  ]);
});

import { expect, test } from 'vitest';
import {
  type Block,
  blocksToHeadings,
  blocksToMarkdown,
  blocksToParagraphs,
  isWide,
  joinText,
  raisedText,
  tidyText,
} from './blocks.ts';

const heading = (text: string, more: object = {}): Block => ({ type: 'heading', level: 1, text, ...more });
const paragraph = (text: string, page?: number): Block => ({ type: 'paragraph', text, ...(page ? { page } : {}) });
const item = (text: string, depth = 0, ordered = false): Block => ({ type: 'item', text, depth, ordered });

test('SUM-05 makes paragraphs of blocks, each on its page', () => {
  const blocks: Block[] = [
    heading('One', { page: 1 }),
    paragraph('Words.', 2),
    paragraph('* * *', 2),
    item('first'),
    { type: 'quote', text: 'said' },
    { type: 'code', text: 'a  b\n\n{\nc' },
    { type: 'table', rows: [['A', '', 'B'], ['', ''], ['1']] },
  ];
  const text = (words: string, page: number | null = null) => ({ text: words, page });
  const own = [text('Words.', 2), text('first'), text('said'), text('a b'), text('c'), text('A · B'), text('1')];
  expect(blocksToParagraphs(blocks)).toEqual(own);
  expect(blocksToParagraphs([heading('One', { page: 3 }), paragraph('—'), heading('Two')])).toEqual([
    text('One', 3),
    text('Two'),
  ]);
  expect(blocksToHeadings([...blocks, heading('Two', { level: 3, onlyListed: true }), paragraph('x'), heading('End')])).toEqual([
    { title: 'One', level: 1, paragraph: 0, page: 1 },
    { title: 'Two', level: 3, paragraph: 7, onlyListed: true },
    { title: 'End', level: 1, paragraph: 8 },
  ]);
  expect(blocksToHeadings([heading('One'), paragraph('—'), heading('Two')])).toEqual([]);
});

test('SUM-05 writes blocks as Markdown', () => {
  const blocks: Block[] = [
    heading('A [b]', { level: 0 }),
    heading('c', { level: 9 }),
    paragraph('# d'),
    item('one', 0, true),
    item('two', 1),
    item('three', 1, true),
    item('four', 0, true),
    item('five', 1, true),
    item('six', 9),
    paragraph('1. e'),
    item('seven', 0, true),
    { type: 'quote', text: '- f' },
    { type: 'code', text: 'g ```` h' },
    { type: 'code', text: 'i ` j' },
    { type: 'table', rows: [['K|'], ['1', '2']] },
  ];
  expect(blocksToMarkdown(blocks)).toBe(
    [
      '# A \\[b\\]',
      '###### c',
      '\\# d',
      ['1. one', '    - two', '    2. three', '2. four', '    1. five', `${'    '.repeat(5)}- six`].join('\n'),
      '1\\. e',
      '1. seven',
      '> \\- f',
      '`````\ng ```` h\n`````',
      '```\ni ` j\n```',
      '| K\\| |  |\n| --- | --- |\n| 1 | 2 |',
    ].join('\n\n'),
  );
  expect(blocksToMarkdown([])).toBe('');
});

test.each([
  ['#', '\\#'],
  ['###### a', '\\###### a'],
  ['####### a', '####### a'],
  ['a # b', 'a # b'],
  ['-', '\\-'],
  ['--', '\\--'],
  ['+a', '+a'],
  ['= a', '\\= a'],
  ['123456789) a', '123456789\\) a'],
  ['1234567890) a', '1234567890) a'],
  ['1)a', '1)a'],
  ['a\\b`c*d_e<f>g~h&i', 'a\\\\b\\`c\\*d\\_e\\<f\\>g\\~h\\&i'],
])('SUM-05 escapes the line %j', (text, markdown) => {
  expect(blocksToMarkdown([paragraph(text)])).toBe(markdown);
});

test.each([
  [' a \n\t b\u00a0 ', 'a b'],
  ['so\u00adme\u200b\ufeff\0', 'some'],
  ['e\u0301', '\u00e9'],
  ['\ufb01n \u2f00', 'fin \u4e00'],
  ['\u2ec5\u2ee2', '\u89c1\u9a6c'],
  ['\u2e80', '\u2e80'],
])('SUM-05 tidies %j', (text, tidy) => {
  expect(tidyText(text)).toBe(tidy);
});

test.each<[before: string, after: string, joined: string]>([
  ['a', 'b', 'a b'],
  ['', 'b', 'b'],
  ['a', '', 'a'],
  ['字', 'b', '字b'],
  ['a', '字', 'a字'],
  ['a、', 'b', 'a、b'],
])('SUM-05 joins %j and %j', (before, after, joined) => {
  expect(joinText(before, after)).toBe(joined);
});

test.each<[before: string, raised: string, written: string]>([
  ['a', '12', '¹²'],
  ['10', ' -3', '⁻³'],
  ['10', '+4', '⁺⁴'],
  ['10', '−5', '⁻⁵'],
  ['a', '6, 7–8', '⁶, ⁷–⁸'],
  ['a', 'th', 'th'],
  ['a', '1a', '1a'],
  ['a ', '9', '9'],
  ['', '9', '9'],
  ['a', `1${' '.repeat(20)}`, `¹${' '.repeat(20)}`],
  ['a', `1${' '.repeat(21)}`, `1${' '.repeat(21)}`],
])('SUM-05 writes behind %j the raised text %j', (before, raised, written) => {
  expect(raisedText(before, raised)).toBe(written);
});

test('SUM-05 knows characters that need no space beside them', () => {
  expect(['字', 'か', 'カ', '、', '！', 'a', ' ', ''].map(isWide)).toEqual([true, true, true, true, true, false, false, false]);
});

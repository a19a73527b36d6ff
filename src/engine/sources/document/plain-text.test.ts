import { expect, test } from 'vitest';
import { readPlainText } from './plain-text.ts';

test.each([
  ['A talk\n\nWords.', 'A talk'],
  [' A talk \n\nWords.', 'A talk'],
  [`${'t'.repeat(80)}\n\nWords.`, 't'.repeat(80)],
  [`${'t'.repeat(81)}\n\nWords.`, null],
  ['A talk', null],
  ['A talk\nof two lines\n\nWords.', null],
  ['* * *\n\nWords.', null],
  ['1984\n\nWords.', '1984'],
  ['Why?\n\nWords.', 'Why?'],
  ['A. talk\n\nWords.', 'A. talk'],
  ...['.', '。', ',', '，', ';', '；', ':', '：', '!', '！', '…'].map((end): [string, null] => [`A talk${end}\n\nWords.`, null]),
  ['', null],
])('SUM-05 takes the title of the text %j', (text, title) => {
  expect(readPlainText(text).title).toBe(title);
});

test.each([
  ['a\\b`c*d_e[f]g<h>i|j~k&l', 'a\\\\b\\`c\\*d\\_e\\[f\\]g\\<h\\>i\\|j\\~k\\&l'],
  ['# a', '\\# a'],
  ['###### a', '\\###### a'],
  ['####### a', '####### a'],
  ['#a', '#a'],
  ['a # b', 'a # b'],
  ['#', '\\#'],
  ['- a', '\\- a'],
  ['+ a', '\\+ a'],
  ['---', '\\---'],
  ['===', '\\==='],
  ['-a', '-a'],
  ['a - b', 'a - b'],
  ['1. a', '1\\. a'],
  ['123456789) a', '123456789\\) a'],
  ['1234567890. a', '1234567890. a'],
  ['1.5 a', '1.5 a'],
  ['a 1. b', 'a 1. b'],
  ['7.', '7\\.'],
])('SUM-05 escapes what Markdown would read in %j', (line, markdown) => {
  expect(readPlainText(line).markdown).toBe(markdown);
});

test('SUM-05 keeps blocks and lines of a text apart', () => {
  const { markdown, segments } = readPlainText('One\0\n - two \n\n \n\nThree\fFour');
  expect(markdown).toBe('One\\\n\\- two\n\nThree\n\nFour');
  expect(segments.map(({ text }) => text)).toEqual(['One', '- two', 'Three', 'Four']);
});

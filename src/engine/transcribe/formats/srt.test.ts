import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { parseSrt, parseSrtTiming } from './srt.ts';

const times = '00:00:01,000 --> 00:00:02,000';
const later = '00:00:03,000 --> 00:00:04,000';

test.each<[title: string, written: string, lines: string[]]>([
  ['places of a line', `${times} X1:10\n\n${times} x1: 10 Y1: 5\n\n${times} y2: 7\n\n${times} align:left`, []],
  ['words behind the times', `${times} A1: yes\n \n${later}  see x:1 \n`, ['1-2 A1: yes', '3-4 see x:1']],
  ['a speaker and a space', `${times} Ann: hello\n`, ['1-2 Ann: hello']],
  ['text before words behind the times', `${times} there\nhere`, ['1-2 here']],
  ['marks without words', `${times}\n<i></i>\n\n${later}\nyes`, ['3-4 yes']],
  ['breaks in brackets', `${times}\none[br]two[br]three`, ['1-2 one\ntwo\nthree']],
  ['a voice', `${times}\n<v Ann>one</v>`, ['1-2 Ann: one']],
])('SUM-05 reads SubRip with %s', (_, written, lines) => {
  expect(cueLines(parseSrt(written))).toEqual(lines);
});

test.each<[title: string, last: string, text: string]>([
  ['a number', '2', 'one'],
  ['a number between spaces', '  12\t ', 'one'],
  ['a number and spaces, forty characters', `2${' '.repeat(39)}`, 'one'],
  ['a number and spaces, more than forty characters', `2${' '.repeat(40)}`, 'one\n2'],
  ['a number far before words', `7${' '.repeat(45)}up`, `one\n7${' '.repeat(45)}up`],
  ['a name with a number', 'route 66', 'one\nroute 66'],
  ['a number with words', '66 roads', 'one\n66 roads'],
  ['an ordinal', '66th', 'one\n66th'],
  ['a word with a digit', 'x2', 'one\nx2'],
  ['ten digits', '1234567890', 'one\n1234567890'],
])('SUM-05 tells a cue’s number from words: %s', (_, last, text) => {
  expect(cueLines(parseSrt(`1\n${times}\none\n${last}\n${later}\ntwo`))).toEqual([`1-2 ${text}`, '3-4 two']);
  // Before a timing line that was cut, too.
  const cut = last.length > 40 ? 'one' : text;
  if (last.length <= 40) expect(cueLines(parseSrt(`1\n${times}\none\n${last}\n00:00:03,000 --> 00:`))).toEqual([`1-2 ${cut}`]);
});

test('SUM-05 takes a number as words in SubRip without numbers', () => {
  expect(cueLines(parseSrt(`${times}\none\n7\n${later}\ntwo\n\n8`))).toEqual(['1-2 one\n7', '3-4 two\n8']);
});

test.each([
  ['go --> home', 'one\ngo --> home\nmore'],
  ['at 1:2 --> home', 'one\nat 1:2 --> home\nmore'],
  ['x1:2 --> y', 'one\nx1:2 --> y\nmore'],
  ['1:x --> y', 'one\n1:x --> y\nmore'],
  [' 0001:2 --> y', 'one\nmore'],
])('SUM-05 tells a cut timing line from words: %s', (line, text) => {
  expect(cueLines(parseSrt(`1\n${times}\none\n${line}\nmore`))).toEqual([`1-2 ${text}`]);
});

test.each<[end: string, text: string]>([
  ['one\n\n2', 'one'],
  ['one\n\n 23 \n\n \n', 'one'],
  ['one\n2', 'one\n2'],
  ['one\n\nx2', 'one\nx2'],
  ['one\n\n2x', 'one\n2x'],
  ['one\n\n2 x', 'one\n2 x'],
  ['one\n \n22', 'one'],
  ['\n7', '7'],
  ['\n\n7', ''],
])('SUM-05 reads a SubRip file that ends in %j', (end, text) => {
  expect(cueLines(parseSrt(`1\n${times}\n${end}`))).toEqual(text === '' ? [] : [`1-2 ${text}`]);
});

test.each<[line: string, startMs: number, endMs: number, rest: string]>([
  ['00:00:01,500 --> 00:00:02.25   words  ', 1500, 2250, 'words'],
  ['01:02 -> 02:03', 62_000, 123_000, ''],
  ['1:02:03;9 – > 1:02:04:125', 3_723_900, 3_724_125, ''],
  ['0 : 01 : 02 , 5 → 0:01:03', 62_500, 63_000, ''],
  [' [00:01.000 --> 00:02.000] yes', 1000, 2000, 'yes'],
  ['１２：３４：５６，７ --> １２：３４：５７', 45_296_700, 45_297_000, ''],
  ['１ ：３４ --> ２：３４', 94_000, 154_000, ''],
  [' 0:00:01.000,0:00:02.500 ', 1000, 2500, ''],
  [`0:00:01.000,0:00:02.500${' '.repeat(17)}`, 1000, 2500, ''],
  ['1:2:3 --> 1:2:4,5', 3_723_000, 3_724_500, ''],
])('SUM-05 reads the times of %j', (line, startMs, endMs, rest) => {
  expect(parseSrtTiming(line)).toEqual({ startMs, endMs, rest });
});

test.each([
  'words',
  '> 00:00:01,000',
  '00:00:01,000 --> 00:00:02:03:04',
  '00:00:01,000',
  `0:00:01.000,0:00:02.500${' '.repeat(18)}`,
  'x 0:00:01.000,0:00:02.500',
  'x １２：３４ --> １２：３５',
  'ab：１２：３４ --> １２：３５',
])('SUM-05 takes no times from %j', (line) => {
  expect(parseSrtTiming(line)).toBeNull();
});

import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { looksLikeSubtitles, parseSubtitles } from '../parse-subtitles.ts';
import { isTimedTable, looksLikeTimedText, parseTimedTable, parseTimedText } from './timed-text.ts';

const cuesOf = (text: string) =>
  parseSubtitles(Buffer.from(text)).cues.map(({ startMs, endMs, text: said, speaker }) => [
    startMs / 1000,
    endMs / 1000,
    speaker ? `${speaker}: ${said}` : said,
  ]);

test.each<[title: string, source: string, cues: unknown[]]>([
  [
    '飞书妙记',
    '周会\n2024年3月5日\n\n说话人 1 00:00:03\n大家好，我们开始。\n\n说话人 2 00:00:10\n好的。\n\n说话人 1 00:01:02\n先看第一项。\n再看第二项。\n\n说话人 2 01:01:04\n没有问题。\n',
    [
      [3, 10, '说话人 1: 大家好，我们开始。'],
      [10, 62, '说话人 2: 好的。'],
      [62, 3664, '说话人 1: 先看第一项。\n再看第二项。'],
      [3664, 3665, '说话人 2: 没有问题。'],
    ],
  ],
  [
    '通义听悟',
    '发言人1 00:03\n大家好。\n\n发言人2 00:09\n你好。\n\n发言人1 75:12\n再见。',
    [
      [3, 9, '发言人1: 大家好。'],
      [9, 4512, '发言人2: 你好。'],
      [4512, 4513, '发言人1: 再见。'],
    ],
  ],
  [
    'Otter',
    'Alice Smith  0:03  \nHello all.\n\nBob  (0:07)\nHi.\n\nAlice Smith  0:09\nLet us start.\n',
    [
      [3, 7, 'Alice Smith: Hello all.'],
      [7, 9, 'Bob: Hi.'],
      [9, 10.04, 'Alice Smith: Let us start.'],
    ],
  ],
  [
    'YouTube, as copied',
    'Transcript\n0:00\nhello and\n0:03\nwelcome back\n[0:06]\nto the channel\n',
    [
      [0, 3, 'hello and'],
      [3, 6, 'welcome back'],
      [6, 7.12, 'to the channel'],
    ],
  ],
  [
    'what Whisper prints',
    'Detected language: English\n[00:00.000 --> 00:04.000]  Hello\n[00:04.000 --> 00:06.500]  and bye.\nReally.\n',
    [
      [0, 4, 'Hello'],
      [4, 6.5, 'and bye.\nReally.'],
    ],
  ],
  [
    'what whisper.cpp prints',
    '\n[00:00:00.000 --> 01:00:04.000]   Hello\n[01:00:04.000 --> 01:00:05.000]   [Music]\n',
    [
      [0, 3604, 'Hello'],
      [3604, 3605, '[Music]'],
    ],
  ],
  [
    'the table that Whisper writes',
    'start\tend\ttext\n0\t4000\tHello\n4000\t6500\tand bye.\n',
    [
      [0, 4, 'Hello'],
      [4, 6.5, 'and bye.'],
    ],
  ],
])('SUM-05 reads a transcript of %s with its times', (_, source, cues) => {
  expect(cuesOf(source)).toEqual(cues);
  expect(looksLikeSubtitles(source)).toBe(true);
});

test.each([
  ['an agenda', 'Opening 9:00\nWelcome by the chair\n\nCoffee 10:30\nIn the foyer\n\nLunch 12:00\nBuffet\n'],
  ['an agenda by time', '9:00\nOpening\n\n10:30\nCoffee\n\n12:00\nLunch\n'],
  ['a chat', '张三 14:03\n大家好\n\n李四 14:04\n你好\n\n张三 14:09\n开会\n'],
  ['the songs of a record', 'Overture 3:45\nFirst Walk 4:10\nSecond Walk 4:30\nFinale 5:02\n'],
  ['results out of order', 'Ann 2:03\nKenya\n\nBo 2:01\nPeru\n\nCy 2:09\nChina\n'],
  [
    'an article with a few times',
    `${'A paragraph of it.\n\n'.repeat(9)}The start was at 0:10\nsharp.\n\nAnd then 0:20\nOne\n\nAt last 0:30\nTwo\n`,
  ],
  ['words in tabs', 'start\tof\ttext\n0\t1\t2\n'],
])('SUM-05 leaves %s as a text', (_, source) => {
  expect(looksLikeSubtitles(source)).toBe(false);
});

test.each<[line: string, cue: string | undefined]>([
  ['0:03', '3-? words'],
  ['(10:59)', '659-? words'],
  ['[1:02:03]', '3723-? words'],
  ['75:12', '4512-? words'],
  ['Ann 0:03', '3-? Ann: words'],
  ['Ann : \t(12:34:56)', '45296-? Ann: words'],
  ['Ann Lee –| 0:03', '3-? Ann Lee: words'],
  ['说话人 1 00:00:03', '3-? 说话人 1: words'],
  [`${'n'.repeat(40)} 0:03`, `3-? ${'n'.repeat(40)}: words`],
  [`N${' '.repeat(20)}0:03`, '3-? N: words'],
  [`${'n'.repeat(41)} 0:03`, undefined],
  [`N${' '.repeat(75)}0:03`, undefined],
  ['-- 0:03', undefined],
  ['12 0:03', undefined],
  ['0:60', undefined],
  ['1:60:00', undefined],
  ['1:59:59', '7199-? words'],
  ['100:00', undefined],
  ['0:3', undefined],
  ['0:031', undefined],
  ['0:03 x', undefined],
  ['0:03-', undefined],
  ['x0:03', undefined],
  ['Ann:0:03', undefined],
])('SUM-05 reads the line %j as a time', (line, cue) => {
  expect(cueLines(parseTimedText(`0:01\nfirst\n${line}\nwords`).cues)).toEqual(
    cue === undefined ? [`1-? first\n${line.trim()}\nwords`] : ['1-? first', cue],
  );
});

test('SUM-05 keeps the first line above a transcript as its title, unless it is long', () => {
  const titleOf = (...lines: string[]) => parseTimedText([...lines, '0:01', 'a', '0:02', '0:03', 'b'].join('\n'));
  expect(titleOf('Weekly', 'by Ann')).toEqual({
    cues: [
      { startMs: 1000, endMs: null, text: 'a' },
      { startMs: 3000, endMs: null, text: 'b' },
    ],
    title: 'Weekly',
  });
  expect(titleOf('t'.repeat(80)).title).toBe('t'.repeat(80));
  expect(titleOf('t'.repeat(81)).title).toBeNull();
  expect(titleOf().title).toBeNull();
});

const stamped = (...stamps: string[]) => stamps.map((stamp, index) => `${stamp}\nline ${index}\n`).join('\n');

test.each<[title: string, text: string, expected: boolean]>([
  ['three times', stamped('0:01', '0:05', '0:09'), true],
  ['two times', stamped('0:01', '0:05'), false],
  ['a start just before five minutes', stamped('4:59', '5:05', '5:09'), true],
  ['a start at five minutes', stamped('5:00', '5:05', '5:09'), false],
  ['times that fall', stamped('0:05', '0:04', '0:09'), false],
  ['one time thrice', stamped('0:05', '0:05', '0:05'), false],
  ['one time twice', stamped('0:05', '0:05', '0:06'), true],
  ['a time right below another', `0:01\n0:02\na\n${stamped('0:05', '0:09')}`, false],
  ['a time behind an empty line', '0:01\n\n0:02\na\n0:03\nb', false],
  ['a lyric', `${stamped('0:01', '0:05', '0:09')}\n[00:10.00]a`, false],
  ['a bracket with a time inside of a line', `${stamped('0:01', '0:05', '0:09')}\nsee [00:10]\n[a:1]\n[1:b]`, true],
  ['two texts a time', `title\n\nmore\n\nx\n\n${stamped('0:01', '0:05', '0:09')}`, true],
  ['more than two texts a time', `title\n\nmore\n\nx\n\ny\n\n${stamped('0:01', '0:05', '0:09')}`, false],
  ['texts of several lines', `title\nmore\nx\ny\nz\n${stamped('0:01', '0:05', '0:09')}`, true],
])('SUM-05 tells a transcript from a text by %s', (_, text, expected) => {
  expect(looksLikeTimedText(text)).toBe(expected);
});

test.each<[head: string, expected: boolean]>([
  ['start\tend\ttext', true],
  ['START\tEnd\tSpeaker\tText \t ', true],
  ['xstart\tend\ttext', false],
  ['start\tend\ttexts', false],
  ['start\tend\ttext\tmore', false],
  ['start end text', false],
])('SUM-05 tells a table of cues by its head %j', (head, expected) => {
  expect(isTimedTable(head)).toBe(expected);
});

test('SUM-05 reads a table of cues in milliseconds or seconds, with speakers', () => {
  const rows = [
    ['start', 'end', 'speaker', 'text '],
    ['0', '1500', ' Ann ', ' one '],
    ['1.5', '2.25', '', 'two', 'three'],
    ['2500', 'x', 'Bo', 'four'],
    ['start', 'end', 'speaker', 'text'],
    ['x3', '4', 'Bo', 'lost'],
    ['3x', '4', 'Bo', 'lost'],
    ['3.x', '4', 'Bo', 'lost'],
    ['3', '4', 'Bo', ' '],
    ['5000'],
  ];
  expect(cueLines(parseTimedTable(rows.map((cells) => cells.join('\t')).join('\n')))).toEqual([
    '0-1.5 Ann: one',
    '1.5-2.25 two three',
    '2.5-? Bo: four',
  ]);
  expect(cueLines(parseTimedTable('junk\nstart\tend\ttext\n0\t1000\ta'))).toEqual(['0-1 a']);
});

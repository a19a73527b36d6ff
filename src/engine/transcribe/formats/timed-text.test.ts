import { expect, test } from 'vitest';
import { looksLikeSubtitles, parseSubtitles } from '../parse-subtitles.ts';

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

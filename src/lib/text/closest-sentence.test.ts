import { describe, expect, test } from 'vitest';
import { closestSentence, sentencesOf } from './closest-sentence.ts';

describe('the sentences of a text', () => {
  test('end with their marks in both languages', () => {
    expect(sentencesOf('The barn was stone. Who built it?  Nobody knows! 粮食放在谷仓里。谁称的？“看守人。”他说')).toEqual([
      'The barn was stone.',
      'Who built it?',
      'Nobody knows!',
      '粮食放在谷仓里。',
      '谁称的？',
      '“看守人。”',
      '他说',
    ]);
  });

  test('go on after an abbreviation and inside a number', () => {
    expect(sentencesOf('Dr. Smith paid 3.5 sacks, e.g. Rye. Then he left.')).toEqual([
      'Dr. Smith paid 3.5 sacks, e.g. Rye.',
      'Then he left.',
    ]);
  });

  test('are none without text, and one without a mark', () => {
    expect(sentencesOf(' \n ')).toEqual([]);
    expect(sentencesOf(' no mark at all ')).toEqual(['no mark at all']);
    expect(sentencesOf('It ends with Mr.')).toEqual(['It ends with Mr.']);
  });
});

describe('the sentence a claim is about', () => {
  const english = [
    'The barn was built in 1704 of stone.',
    'The miller asked a tenth.',
    'The miller asked a tenth of every sack in 1750.',
  ];

  test('shares most words with it', () => {
    expect(closestSentence(english, 'In 1750 the Miller took a tenth of each sack')).toBe(2);
    expect(closestSentence(english, 'Stone barn, 1704')).toBe(0);
  });

  test('is the first of equals', () => {
    expect(closestSentence(english, 'the miller asked')).toBe(1);
  });

  test('is none where only one word is shared, and short words do not count', () => {
    expect(closestSentence(english, 'An oven of stone')).toBe(-1);
    expect(closestSentence(['It is of no use to me'], 'it is of no')).toBe(-1);
    expect(closestSentence(english, '')).toBe(-1);
    expect(closestSentence([], 'the miller asked')).toBe(-1);
  });

  test('is found in Chinese by pairs of characters', () => {
    const chinese = ['谷仓建于一七〇四年。', '磨坊主要收十分之一。', '看守人称每一袋粮食。'];
    expect(closestSentence(chinese, '磨坊主收取十分之一')).toBe(1);
    expect(closestSentence(chinese, '粮食由看守人称重')).toBe(2);
    expect(closestSentence(chinese, '教堂')).toBe(-1);
  });

  test('is found by numbers across languages', () => {
    expect(closestSentence(english, '1750 年，Miller 收了什一税')).toBe(2);
  });
});

test.each<[text: string, sentences: string[]]>([
  ['He said, “Yes.” “No,” she said. (It is so.)', ['He said, “Yes.”', '“No,” she said.', '(It is so.)']],
  ['Mr. A. B. Case vs. The mill. See fig. 3.', ['Mr. A. B. Case vs. The mill.', 'See fig. 3.']],
  ['她说：“好。”《书》是新的。（旧的。）', ['她说：“好。”', '《书》是新的。', '（旧的。）']],
])('the sentences of %s', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences);
});

test('two words or more must be shared, of three letters, of a number or of two characters', () => {
  expect(closestSentence(['cde fgh', 'ab cde fgh ijk'], 'ijk cde fgh')).toBe(1);
  expect(closestSentence(['7 x 8'], '7 and 8')).toBe(0);
  expect(closestSentence(['ab cd'], 'ab cd')).toBe(-1);
  expect(closestSentence(['abc cd'], 'abc cd')).toBe(-1);
  expect(closestSentence(['粮食'], '粮食')).toBe(-1);
  expect(closestSentence(['把粮食放好'], '粮食放')).toBe(0);
  expect(closestSentence(['ＣＤＥ fgh'], 'cde FGH')).toBe(0);
});

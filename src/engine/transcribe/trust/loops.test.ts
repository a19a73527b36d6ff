import { expect, test } from 'vitest';
import { isLooping } from './loops.ts';

const looping = (words: string[]) => isLooping([{ startMs: 0, endMs: 1000, text: words.join(' ') }]);
/** Words that are all different. */
const fresh = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `w${from + index}`);
const times = (count: number, words: string[]) => Array.from({ length: count }, () => words).flat();

test.each<[title: string, words: string[], expected: boolean]>([
  ['one word forty times', [...fresh(500), ...times(40, ['yes'])], true],
  ['one word less often', [...fresh(500), ...times(39, ['yes'])], false],
  ['one word in other cases and signs', [...fresh(500), ...times(20, ['Yes,', 'YES!'])], true],
  ['ten words five times', [...fresh(300), ...times(5, fresh(10, 900))], true],
  ['ten words four times, and nine', [...fresh(300), ...times(4, fresh(10, 900)), ...fresh(9, 900), ...fresh(99, 2000)], false],
  ['two words twenty times', [...fresh(500), ...times(20, ['so', 'what'])], true],
  ['two words nineteen times', [...fresh(500), ...times(19, ['so', 'what']), 'so'], false],
  ['a hundred and twenty words five times', [...fresh(1000), ...times(5, fresh(120, 5000))], true],
  ['a hundred and twenty-one words five times', [...fresh(1000), ...times(5, fresh(121, 5000))], false],
  ['one word, a thirtieth of all', [...fresh(1450), ...times(50, ['yes'])], true],
  ['one word, less than a thirtieth', [...fresh(1451), ...times(49, ['yes'])], false],
  ['nothing twice', fresh(400), false],
  ['nothing', [], false],
])('SUM-02 tells whether a track hangs at %s', (_, words, expected) => {
  expect(looping(words)).toBe(expected);
});

test('SUM-02 finds a track that is pasted together, by the share of eight words that come again', () => {
  // Of 300 runs of eight words, those that come again.
  const pasted = (again: number) => [...fresh(307 - again), ...fresh(again)];
  expect(looping(pasted(97))).toBe(false);
  expect(looping(pasted(98))).toBe(true);
  // Short tracks may repeat themselves.
  expect(looping([...fresh(19), ...fresh(19)])).toBe(false);
  expect(looping([...fresh(20), ...fresh(20)])).toBe(true);
});

test('SUM-02 counts words over all cues', () => {
  const cues = times(40, ['ja']).map((text, index) => ({ startMs: index, endMs: index, text }));
  expect(isLooping(cues)).toBe(true);
  expect(isLooping(cues.slice(2))).toBe(false);
});

test.each<[script: string, first: number, gram: number]>([
  ['Han', 0x4e00, 13],
  ['kana', 0x3041, 20],
])('SUM-02 wants longer runs of %s, which say less a character', (_, first, gram) => {
  const base = first === 0x3041 ? 80 : 400;
  const all = Array.from({ length: base }, (_, index) => String.fromCharCode(first + index));
  // As many runs come again as are needed, or one less.
  const share = (again: number) => {
    const text = [...all, ...all.slice(0, again + gram - 1)];
    const total = text.length - gram + 1;
    return { text: text.join(''), share: again / total };
  };
  const atMost = Array.from({ length: base }, (_, again) => share(again)).filter((one) => one.share <= 0.3);
  const over = share(atMost.length);
  expect(isLooping([{ startMs: 0, endMs: 1, text: atMost.at(-1)?.text ?? '' }])).toBe(false);
  expect(isLooping([{ startMs: 0, endMs: 1, text: over.text }])).toBe(true);
});

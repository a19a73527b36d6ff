import { expect, test } from 'vitest';
import { removeRepeats, withoutRolling } from './rolling.ts';

const cue = (startMs: number, endMs: number, text: string, more: object = {}) => ({ startMs, endMs, text, ...more });
/** Cues of a second each, back to back. */
const inARow = (...texts: string[]) => texts.map((text, index) => cue(index * 1000, index * 1000 + 1000, text));
const textsOf = (cues: { text: string }[]) => cues.map(({ text }) => text);

test('SUM-05 keeps one of cues that are the same in time, words and speaker', () => {
  const kept = [
    cue(0, 1000, 'a'),
    cue(0, 2000, 'a'),
    cue(0, 1000, 'b'),
    cue(0, 1000, 'a', { speaker: 'Ann' }),
    cue(1000, 1000, 'a'),
  ];
  const [first, ...others] = kept;
  expect(removeRepeats([cue(0, 1000, 'a'), ...kept, cue(1000, 1000, 'a')])).toEqual([first, ...others]);
  expect(withoutRolling([cue(0, 1000, 'a'), cue(0, 1000, 'a')])).toHaveLength(2);
});

test.each<[title: string, texts: string[], kept: string[]]>([
  ['a line and a new one below', ['a b', 'a b\nc d', 'c d\ne f'], ['a b', 'c d', 'e f']],
  ['one word and a new line below', ['a', 'a\nc', 'c\ne'], ['a', 'c', 'e']],
  ['growing words', ['a b', 'a b c', 'a b c d'], ['a b', 'c', 'd']],
  ['growing characters', ['你好', '你好吗', '你好吗我'], ['你好', '吗', '我']],
  ['only one repeat', ['a b', 'a b\nc d', 'e f'], ['a b', 'a b\nc d', 'e f']],
  ['a growing word', ['a', 'ab', 'abc'], ['a', 'ab', 'abc']],
  ['a first word alone', ['a', 'a b', 'a b c', 'a b c d'], ['a', 'b', 'c', 'd']],
  ['the same words again', ['a b', 'a b', 'a b', 'a b'], ['a b', 'a b', 'a b', 'a b']],
  ['half of the pairs', ['a b', 'a b\nc d', 'c d\ne f', 'g', 'h'], ['a b', 'c d', 'e f', 'g', 'h']],
  ['less than half of the pairs', ['a b', 'a b\nc', 'c\ne f', 'g', 'h', 'i'], ['a b', 'a b\nc', 'c\ne f', 'g', 'h', 'i']],
  ['a quarter that adds words', ['a b', 'a b', 'a b', 'a b', 'a b\nc d'], ['a b', 'c d']],
  [
    'less than a quarter that adds words',
    ['a b', 'a b', 'a b', 'a b', 'a b', 'a b\nc d'],
    ['a b', 'a b', 'a b', 'a b', 'a b', 'a b\nc d'],
  ],
  ['empty first lines', ['', '\na', '\nb'], ['', '\na', '\nb']],
  ['spaces around lines', ['a b ', ' a b\nc d ', ' c d\ne f'], ['a b', 'c d', 'e f']],
])('SUM-05 reads once what a track repeats: %s', (_, texts, kept) => {
  expect(textsOf(withoutRolling(inARow(...texts)))).toEqual(kept);
});

test('SUM-05 counts a repeat within a second only', () => {
  const apart = (gap: number) =>
    textsOf(withoutRolling([cue(0, 1000, 'a b'), cue(1000 + gap, 3000, 'a b\nc d'), cue(3000 + gap, 4000 + gap, 'c d\ne f')]));
  expect(apart(1000)).toEqual(['a b', 'c d', 'e f']);
  expect(apart(1001)).toEqual(['a b', 'a b\nc d', 'c d\ne f']);
  // A long pause inside of a rolling track: the words are said again.
  const rolling = inARow('a b', 'a b\nc d', 'c d\ne f', 'e f\ng h');
  expect(textsOf(withoutRolling([...rolling, cue(5000, 6000, 'g h')]))).toEqual(['a b', 'c d', 'e f', 'g h']);
  expect(textsOf(withoutRolling([...rolling, cue(5001, 6000, 'g h')]))).toEqual(['a b', 'c d', 'e f', 'g h', 'g h']);
});

test('SUM-05 lets words stay as long as their repeats, and keeps what else is known of a cue', () => {
  const cues = [
    cue(0, 1000, 'a b', { speaker: 'Ann', turns: [{ text: 'a b' }] }),
    cue(1000, 1500, 'a b'),
    cue(1500, 2500, 'a b\nc d', { speaker: 'Bo', turns: [{ text: 'a b' }] }),
    cue(2500, 2400, 'c d'),
    cue(2500, 4000, 'c d\ne f'),
  ];
  expect(withoutRolling(cues)).toEqual([
    cue(0, 1500, 'a b', { speaker: 'Ann', turns: [{ text: 'a b' }] }),
    cue(1500, 2500, 'c d', { speaker: 'Bo' }),
    cue(2500, 4000, 'e f'),
  ]);
});

test('SUM-05 finds the longest repeat at the end of what is shown', () => {
  const roll = inARow('x y', 'x y\na b a', 'a b a\nb a c');
  expect(textsOf(withoutRolling([...roll, cue(3000, 4000, 'b a c d')]))).toEqual(['x y', 'a b a', 'b a c', 'd']);
  expect(textsOf(withoutRolling([...roll, cue(3000, 4000, 'a c e f')]))).toEqual(['x y', 'a b a', 'b a c', 'e f']);
  expect(textsOf(withoutRolling([...roll, cue(3000, 4000, 'c')]))).toEqual(['x y', 'a b a', 'b a c']);
});

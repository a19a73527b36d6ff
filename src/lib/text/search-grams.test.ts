import { describe, expect, test } from 'vitest';
import {
  foldForSearch,
  gramsOf,
  gramsOfTerms,
  isLetter,
  isNarrowText,
  isSure,
  rangesOf,
  signedLettersOf,
  termsOf,
} from './search-grams.ts';

const letters = [...Array.from('aAbcÉéßſİﬁ０３Ｗ机機器学習习著着户戶가나ひカｶ𠮷🚤'), ' ', '，', '-', '\n'];

/** Uses a fixed seed, so that every run has the same texts. */
function randomTexts(count: number, length: number): string[] {
  let state = 7;
  const next = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(length) }, () => letters[next(letters.length)]).join(''),
  );
}

describe('numbers of a text', () => {
  test('LIB-07 include those of every word in it', () => {
    for (const text of randomTexts(150, 40)) {
      const folded = foldForSearch(text);
      const grams = gramsOf(folded, false);
      for (let start = 0; start < folded.length; start += 3)
        for (let end = start + 2; end <= Math.min(folded.length, start + 12); end++)
          for (const term of folded
            .slice(start, end)
            .split(' ')
            .filter(({ length }) => length >= 2))
            expect(
              gramsOfTerms([term]).filter((gram) => !grams.has(gram)),
              `${term} in ${text}`,
            ).toEqual([]);
    }
  });

  test('LIB-07 tell apart what has the same letters in another order', () => {
    const has = (text: string, term: string) =>
      gramsOfTerms([term]).every((gram) => gramsOf(foldForSearch(text), false).has(gram));
    expect(has('学习机器', '机器')).toBe(true);
    expect(has('机学器', '机器')).toBe(false);
    expect(has('the lock', 'lock')).toBe(true);
    expect(has('clo ock', 'lock')).toBe(false);
    expect(has('机 器', '机器')).toBe(false);
    // The text has every pair of letters of the word, but not every three in a row.
    expect(has('loc ck', 'lock')).toBe(false);
  });

  test('LIB-07 have single characters where they are asked for, and words of one letter', () => {
    const of = (text: string, singles: boolean) => gramsOf(foldForSearch(text), singles);
    expect(gramsOfTerms(['机']).every((gram) => of('机器', true).has(gram))).toBe(true);
    expect(gramsOfTerms(['机']).some((gram) => of('机器', false).has(gram))).toBe(false);
    expect(gramsOfTerms(['c']).every((gram) => of('in C++', false).has(gram))).toBe(true);
    expect(gramsOfTerms(['c']).some((gram) => of('icy', false).has(gram))).toBe(false);
  });

  test('LIB-07 are few for a long word', () => {
    expect(gramsOfTerms(['x'.repeat(10) + Array.from('abcdefghijklmnopqrstuvwxyz').join('q')]).length).toBeLessThanOrEqual(24);
  });

  test('fit the column', () => {
    for (const gram of gramsOf(foldForSearch(randomTexts(1, 4000).join('')), true)) {
      expect(Number.isInteger(gram)).toBe(true);
      expect(Math.abs(gram)).toBeLessThanOrEqual(2 ** 31);
    }
  });
});

describe('folding for search', () => {
  test('LIB-07 makes cases, widths and regional forms alike and keeps every place', () => {
    expect(foldForSearch('機器 ＷｉＦｉ，戶')).toBe('机器 wifi 户');
    for (const text of randomTexts(100, 60)) {
      const folded = foldForSearch(text);
      expect(folded.length).toBe(text.length);
      expect(Array.from(folded)).toHaveLength(Array.from(text).length);
      expect(foldForSearch(folded)).toBe(folded);
    }
  });

  test('LIB-07 splits a search into its words, each once', () => {
    expect(termsOf('  Node.js  機器, node ')).toEqual(['node', 'js', '机器']);
    expect(termsOf('¿…')).toEqual([]);
    expect(termsOf('¿…🚤')).toEqual(['🚤']);
  });
});

test('LIB-07 places of words are shown in the text as it is, joined where they touch', () => {
  const text = '🚤 機器學習 and Machine';
  expect(rangesOf(text, ['机器', '器学', 'machine']).map(({ start, end }) => text.slice(start, end))).toEqual([
    '機器學',
    'Machine',
  ]);
});

test('LIB-07 the numbers of a text and of its words stay what rows have stored', () => {
  expect([...gramsOf('ab c 机器x', false)]).toEqual([6357090, 6488064, 1731876456, 1449656440]);
  expect([...gramsOf('ab c 机器x', true)]).toEqual([
    6356992, 6357090, 6422528, 6488064, 1731854336, 1731876456, 1449656320, 1449656440, 7864320,
  ]);
  expect([...gramsOf('abc', false)]).toEqual([6357090, 6422627, -1378958842]);
  expect(['a', 'ab', 'abc', '机', '机器学', 'ab机器'].map((term) => gramsOfTerms([term]))).toEqual([
    [6356992],
    [6357090],
    [-1378958842],
    [1731854336],
    [1731876456, 1449679718],
    [6357090, 6448954, 1731876456],
  ]);
  // Beside longer words a single character is not looked up.
  expect(gramsOfTerms(['机', 'ab', 'ab'])).toEqual([6357090]);
  expect(gramsOfTerms(['机', 'a'])).toEqual([6356992]);
});

test('LIB-07 words are found where they stand, single letters as words, twenty in all', () => {
  const places = (text: string, ...terms: string[]) => rangesOf(text, terms).map(({ start, end }) => `${start}-${end}`);
  expect(places('ab abc b c', 'ab', 'bc', 'c')).toEqual(['0-2', '3-6', '9-10']);
  expect(places('aXa a-a', 'a')).toEqual(['4-5', '6-7']);
  expect(places('abab', 'ab')).toEqual(['0-4']);
  expect(places('AB ab', 'ab')).toEqual(['0-2', '3-5']);
  expect(rangesOf('ab '.repeat(30), ['ab'])).toHaveLength(20);
  expect(rangesOf('ab cd '.repeat(15), ['ab', 'cd'])).toHaveLength(20);
  expect(rangesOf('ab '.repeat(5), ['ab'], 2)).toEqual([
    { start: 0, end: 2 },
    { start: 3, end: 5 },
  ]);
  expect(rangesOf('ab', [])).toEqual([]);
});

test('LIB-07 tells which words the numbers prove, and which are letters with signs', () => {
  expect(['a', 'ab', 'abc', '机', '机器', '机器学'].filter(isSure)).toEqual(['a', 'ab', '机器']);
  expect(['a', '机', 'ab', ''].filter(isLetter)).toEqual(['a']);
  expect(['aé', 'a机', '⺀', ''].filter(isNarrowText)).toEqual(['aé', '']);
  expect(signedLettersOf('C++ c# Go F* x+-+ a++++ 7+ ab+')).toEqual(['c++', 'c#', 'f*', '7+']);
  expect(foldForSearch('Aé—ß İ①𝐀ﬁ 𠮷🚤☂')).toBe('aé ß İ1𝐀ﬁ 𠮷🚤 ');
  expect(foldForSearch(`${'A'.repeat(1024)}é`)).toBe(`${'a'.repeat(1024)}é`);
});

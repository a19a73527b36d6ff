import { describe, expect, test } from 'vitest';
import { foldForSearch, gramsOf, gramsOfTerms, rangesOf, termsOf } from './search-grams.ts';

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

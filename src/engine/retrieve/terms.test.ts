import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marksOf, queryTerms, termsIn, weightOf, wordKey } from './terms.ts';

const shown = (text: string) => termsIn(text).map(({ term, start, end }) => `${term} ${start}-${end}`);

test.each<[string, string[]]>([
  ['Two mills, 3.5 tons', ['two 0-3', 'mill 4-9', '3.5 11-14', 'ton 15-19']],
  ['café naïve', ['cafe 0-4', 'naiv 5-10']],
  ['磨坊AI', ['磨 0-1', '磨坊 0-2', '坊 1-2', 'ai 2-4']],
  ['水', ['水 0-1']],
  ['𠮷野', ['𠮷 0-2', '𠮷野 0-3', '野 2-3']],
  ['— …', []],
])('CON-11 the terms of %j are %j', (text, expected) => {
  expect(shown(text)).toEqual(expected);
});

test('CON-11 traditional and simplified characters give the same terms', () => {
  expect(shown('臺灣水壩')).toEqual(shown('台湾水坝'));
});

test.each<[string, string[], string[]]>([
  ['How does the mill turn?', ['mill', 'turn'], ['mill', 'turn']],
  ['what is it', ['what', 'is', 'it'], []],
  ['磨坊是什么', ['磨坊'], ['磨坊']],
  ['水坝为什么漏水', ['水坝', '漏水'], ['水坝', '漏水']],
  ['水', ['水'], ['水']],
  ['什么', ['什么'], []],
  ['mill mills MILL', ['mill'], ['mill']],
])('CON-11 a question %j asks for %j, and for %j where common words alone are none', (query, terms, significant) => {
  expect(queryTerms(query)).toEqual(terms);
  expect(queryTerms(query, { orAll: false })).toEqual(significant);
});

test('CON-11 a question has at most 48 terms', () => {
  expect(queryTerms(Array.from({ length: 60 }, (_, n) => `w${n}`).join(' '))).toHaveLength(48);
});

test('CON-11 words for asking count a fifth', () => {
  const words = ['summarize', 'Discussed', 'meetings', 'conclusion', 'opinion', 'mill', 'groups'];
  expect(words.map((word) => weightOf(wordKey(word)))).toEqual([0.2, 0.2, 0.2, 0.2, 0.2, 1, 0.2]);
});

test('CON-11 marks that touch or overlap are one', () => {
  expect(marksOf('磨坊旁的磨坊主, mills', new Set(['磨坊', '坊主', 'mill']))).toEqual([
    { start: 0, end: 2 },
    { start: 4, end: 7 },
    { start: 9, end: 14 },
  ]);
  expect(marksOf('磨坊', new Set())).toEqual([]);
});

test('CON-11 the key of a key is the key itself', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Running', 'ÉCOLE', 'ﬁelds', 'Ωmegas', '水坝')),
      (word) => {
        expect(wordKey(wordKey(word))).toBe(wordKey(word));
      },
    ),
  );
});

test.each(
  `summarize summary discuss discussed discussing discussion discussions describe description explain explanation mention mentioned
  opinion opinions attitude group team meeting meetings participant participants introduce introduction presentation presenting
  conclude concluded conclusion`.split(/\s+/),
)('CON-11 %s is a word for asking', (word) => {
  expect(weightOf(wordKey(word))).toBe(0.2);
});

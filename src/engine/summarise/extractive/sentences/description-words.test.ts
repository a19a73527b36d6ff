import { expect, test } from 'vitest';
import { words } from '../../../text/words.ts';
import { prepare } from '../prepare.ts';
import { descriptionChances, featuresOfWords, wordFeatures } from './description-words.ts';

const lines = [
  'Lighthouse keepers of the coast',
  'Every lighthouse on the coast had a keeper.',
  'The keeper of a lighthouse lit the lamp at dusk.',
  'Gulls sat on the railing in the morning.',
  'A lighthouse without its keeper soon failed in winter.',
];

const keyOf = (word: string): string => words(word, 'en')[0]?.key ?? '';

function read(texts: readonly string[]) {
  const segments = texts.map((text, id) => ({ id, startMs: null, endMs: null, text }));
  return prepare({ segments, timed: false, language: 'en', treatment: 'article' });
}

function chanceOf(word: string, title: string | null = 'Keepers'): number {
  const { document, foreign } = read(lines);
  return descriptionChances(document, foreign, title).get(keyOf(word))?.once ?? Number.NaN;
}

test('a word that is said again and again is likelier in a description than one said once', () => {
  expect(chanceOf('lighthouse')).toBeGreaterThan(chanceOf('coast'));
  expect(chanceOf('coast')).toBeGreaterThan(chanceOf('railing'));
});

test('a word of the title is likelier in a description', () => {
  expect(chanceOf('railing', 'The railing')).toBeGreaterThan(chanceOf('railing', 'The coast'));
});

test('the features of a word say where and how often it is said', () => {
  const { document, foreign } = read(lines);
  const rows = featuresOfWords(document, foreign, 'Keepers');
  const named = (word: string) => {
    const row = rows[document.vocabulary.known(keyOf(word)) ?? -1] ?? [];
    return Object.fromEntries(wordFeatures.map((name, i) => [name, Number((row[i] ?? Number.NaN).toFixed(3))]));
  };
  expect({ keeper: named('keeper'), gull: named('gulls') }).toMatchInlineSnapshot(`
    {
      "gull": {
        "capitals": 0,
        "early sentences": 1,
        "in a heading": 0,
        "in the title or, without one, the first paragraph": 0,
        "log count": 0,
        "log count, squared": 0,
        "log length": 1.609,
        "log of the first sentence": 1.386,
        "log share": 3.912,
        "place of the first": 0.6,
        "share of sentences": 0.2,
      },
      "keeper": {
        "capitals": 0,
        "early sentences": 3,
        "in a heading": 1,
        "in the title or, without one, the first paragraph": 1,
        "log count": 1.386,
        "log count, squared": 1.922,
        "log length": 1.609,
        "log of the first sentence": 0,
        "log share": 5.298,
        "place of the first": 0,
        "share of sentences": 0.8,
      },
    }
  `);
});

test('a text without a title is named by its first paragraph', () => {
  const { document, foreign } = read(lines);
  const titled = (title: string | null, word: string) =>
    featuresOfWords(document, foreign, title)[document.vocabulary.known(keyOf(word)) ?? -1]?.[
      wordFeatures.indexOf('in the title or, without one, the first paragraph')
    ];
  expect([titled(null, 'coast'), titled('Gulls', 'coast'), titled('Gulls', 'gulls')]).toEqual([1, 0, 1]);
});

test('words of skipped sentences alone have no chance', () => {
  const { document } = read(lines);
  const skip = document.sentences.map(({ text }) => text.startsWith('Gulls'));
  expect(featuresOfWords(document, skip, null)[document.vocabulary.known(keyOf('gulls')) ?? -1]).toBeNull();
  expect(descriptionChances(document, skip, null).has(keyOf('gulls'))).toBe(false);
});

test('the weights decide, the word itself adds, and stop words have chances of their own', () => {
  const { document, foreign } = read(lines);
  const chances = descriptionChances(document, foreign, 'Keepers', {
    base: 2,
    weights: [1],
    known: new Map([[keyOf('gulls'), -3]]),
    stopWords: new Map([['the', { once: 0.7, twice: 0.2 }]]),
  });
  expect(chances.get(keyOf('lamp'))?.once).toBeCloseTo(1 / (1 + Math.exp(-2)));
  expect(chances.get(keyOf('keeper'))?.once).toBeCloseTo(1 / (1 + Math.exp(-2 - Math.log(4))));
  expect(chances.get(keyOf('gulls'))?.once).toBeCloseTo(1 / (1 + Math.exp(1)));
  expect(chances.get('the')).toEqual({ once: 0.7, twice: 0.2 });
  expect(chances.get('its')).toEqual({ once: 0.05, twice: 0 });
});

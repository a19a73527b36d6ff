import { expect, test } from 'vitest';
import { createQuoteFinder } from '#lib/text/find-quote.ts';
import { maxHighlightLength } from '../shared/highlight-kinds.ts';
import { createPlaceFinder, placeIn, storedTexts, talkText } from './find-highlights.ts';

const text = 'The first sentence is here. Another one follows it, and then a third.';
const quoteOf = (words: string, from = text) => {
  const start = from.indexOf(words);
  const quote = createQuoteFinder(from).quoteAt(start, start + words.length);
  if (quote === null) throw new Error(words);
  return quote;
};

test('a highlight is found where its words are, and keeps its quote where nothing moved', () => {
  const finder = createPlaceFinder();
  const places = finder.places('note', text, [
    { id: 'a', anchors: quoteOf('Another one') },
    { id: 'b', anchors: { exact: 'quite different words', prefix: '', suffix: '', start: 0, alone: true } },
  ]);
  expect([...places]).toEqual([
    ['a', { place: { start: 28, end: 39, how: 'exact' }, moved: null }],
    ['b', null],
  ]);
});

test('a highlight whose surroundings changed gets the quote that they make now', () => {
  const finder = createPlaceFinder();
  const changed = text.replace('here', 'there');
  const anchors = quoteOf('Another one');
  const found = finder.places('note', changed, [{ id: 'a', anchors }]).get('a');
  expect(found?.place).toEqual({ start: 29, end: 40, how: 'exact' });
  expect(found?.moved).toEqual(quoteOf('Another one', changed));
});

test('a quote that would be longer than a highlight may be is not kept', () => {
  const words = `x${' '.repeat(maxHighlightLength - 2)}y`;
  const stored = `begin it. ${words} and end it.`;
  const moved = (spaces: number) => {
    const changed = `begun it. x${' '.repeat(spaces)}y and end it.`;
    return createPlaceFinder()
      .places('note', changed, [{ id: 'a', anchors: quoteOf(words, stored) }])
      .get('a');
  };
  expect(moved(maxHighlightLength - 2)?.moved?.exact).toHaveLength(maxHighlightLength);
  expect(moved(maxHighlightLength - 1)).toMatchObject({ moved: null });
});

test('results are kept as long as the text and the quote are the same, for each kind of text', () => {
  const finder = createPlaceFinder();
  const anchors = quoteOf('Another one');
  const find = (kind: string, of: string, quote = anchors) => finder.places(kind, of, [{ id: 'a', anchors: quote }]).get('a');
  const first = find('note', text);
  expect(find('note', text)).toBe(first);
  expect(find('note', text, { ...anchors })).not.toBe(first);
  const note = find('note', text, anchors);
  find('article', `${text} More.`);
  expect(find('note', text)).toBe(note);
  find('note', `${text} More.`);
  expect(find('note', text)).not.toBe(note);
  expect(finder.finder('note', text)).toBe(finder.finder('note', text));
});

test('a highlight is in the first of the texts that holds its words', () => {
  const finder = createPlaceFinder();
  const highlight = { id: 'a', anchors: quoteOf('Another one') };
  expect(placeIn(['nothing', text, `x ${text}`], highlight, finder)).toBe(28);
  expect(placeIn(['nothing'], highlight, finder)).toBeNull();
  expect(placeIn([], highlight, finder)).toBeNull();
});

test('a text that is not stored is none', () => {
  expect(storedTexts(null, undefined, undefined)).toEqual({ note: null, article: null, subtitle: null });
  expect(storedTexts('', { articleMarkdown: null, paragraphs: [] }, { subtitlesArray: [] })).toEqual({
    ...{ note: '', article: null, subtitle: null },
  });
  const paragraphs = [{ text: 'one' }, { text: 'two' }];
  expect(storedTexts('# T', { articleMarkdown: ' ', paragraphs }, { subtitlesArray: paragraphs })).toEqual({
    ...{ note: '\nT\n', article: 'one\ntwo', subtitle: 'one\ntwo' },
  });
  expect(storedTexts(null, { articleMarkdown: '**a**', paragraphs }, undefined).article).toBe('\na\n');
});

test('the text of a talk is its titles and paragraphs, each on its line', () => {
  const paragraphs = [{ text: 'one' }, { text: 'two' }];
  expect(
    talkText([
      { title: 'T', paragraphs },
      { title: null, paragraphs: [] },
    ]),
  ).toBe('T\none\ntwo\n');
});

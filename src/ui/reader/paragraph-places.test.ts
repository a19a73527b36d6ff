import { expect, test } from 'vitest';
import { parseMarkdown } from '#lib/markdown/parser.ts';
import { paragraphPlaces } from './paragraph-places.ts';

/** By the beginning of each text of the Markdown, the paragraphs that begin in it. */
function placesOf(markdown: string, texts: readonly string[]): Record<string, number[]> {
  const places = paragraphPlaces(
    parseMarkdown(markdown),
    texts.map((text, index) => ({ id: index + 10, text })),
  );
  return Object.fromEntries([...places].map(([{ content }, ids]) => [content.slice(0, 12), ids]));
}

test('a paragraph is found by its letters, whatever marks and spaces there are', () => {
  expect(
    placesOf('# The *Title*\n\nFirst, “words” here.\n\nＦull width', ['The title', 'First words — here', 'Full width!']),
  ).toEqual({
    'The *Title*': [10],
    'First, “word': [11],
    'Ｆull width': [12],
  });
});

test('several paragraphs may begin in one text, and one that is not there has no place', () => {
  expect(placesOf('One two three four.\n\nfive', ['One two', 'nowhere', 'three', '…', 'five'])).toEqual({
    'One two thre': [10, 12],
    five: [14],
  });
});

test('words that occur twice are looked for after the paragraph before them, else from the beginning', () => {
  const markdown = 'same words\n\nbetween\n\nsame words again';
  expect(placesOf(markdown, ['between', 'same words', 'between'])).toEqual({ between: [10, 12], 'same words a': [11] });
  expect(placesOf(markdown, ['same words', 'same words'])).toEqual({ 'same words': [10], 'same words a': [11] });
});

test('a paragraph that begins as the one before it ends is found at its own beginning', () => {
  const sentences = ['River', 'Wheel', 'Miller', 'Baker'].map(
    (name) => `${name} after ${name} was drawn upon the northern wall of the mill in spring.`,
  );
  const paragraphs = sentences.map((_, at) => [0, 1, 2].map((step) => sentences[(at + step) % 4]).join(' '));
  const places = paragraphPlaces(
    parseMarkdown(paragraphs.join('\n\n')),
    paragraphs.map((text, id) => ({ id, text })),
  );
  expect([...places].map(([{ content }, ids]) => [content, ids])).toEqual(paragraphs.map((text, id) => [text, [id]]));
});

test('code counts, pictures do not, and only the beginning must be the same', () => {
  expect(
    placesOf('```\nlet code\n```\n\n    indented\n\n![alt](https://a/b.png) text', ['let code', 'indented', 'text', 'alt']),
  ).toEqual({
    'let code\n': [10],
    'indented\n': [11],
    '![alt](https': [12],
  });
  const start = 'abcdefgh'.repeat(6);
  expect(placesOf(`${start} and so on`, [`${start} but another end`])).toEqual({ abcdefghabcd: [10] });
  expect(placesOf(`${start} and so on`, [`${start.slice(1)} but another end`])).toEqual({});
});

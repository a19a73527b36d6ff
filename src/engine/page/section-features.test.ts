import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { characterCounts } from './characters.ts';
import { sectionNumbers, sectionsOf } from './section-features.ts';
import { textKinds } from './text-kinds.ts';
import { parseTree } from './tree.ts';

const long = 'The canal was dug by hand, stone by stone, and the town paid for all of it in the end, as it had said.';
const tree = cutBlocks(
  parseTree(`<body><article><h1>The canal</h1><p>${long}</p><figure><img src="a.jpg"><p>Photo: Ada Quill</p></figure></article>
  <h3>Related stories</h3><p><a href="/x">One</a></p><p><a href="https://other.example/author/ada">Ada</a> <a href="#top">up</a></p>
  <p><b>Leave a comment</b></p><p>${long} <a href="/x">One</a>…</p></body>`),
);
const sections = sectionsOf(tree);
const at = (start: string): number => tree.blocks.findIndex(({ text }) => text.startsWith(start));
const numbersOf = (index: number) => {
  const block = tree.blocks[index] as (typeof tree.blocks)[number];
  const numbers = sectionNumbers(block, characterCounts(block.text), tree, sections, 'example.org');
  const kinds = textKinds.length;
  return {
    own: numbers.slice(0, kinds),
    heading: numbers.slice(kinds, 2 * kinds),
    rest: numbers.slice(2 * kinds),
  };
};
const only = (...names: string[]): number[] => textKinds.map((kind) => (names.includes(kind) ? 1 : 0));

test('each block knows the heading above it, also one that is only bold', () => {
  expect(sections.headings).toEqual([0, 0, 0, 3, 3, 3, 6, 6]);
});

test('the kinds of a block and of the heading above it are told apart', () => {
  expect(numbersOf(at('Related')).own).toEqual(only('related'));
  expect(numbersOf(at('Related')).heading).toEqual(only());
  expect(numbersOf(at('One'))).toMatchObject({ own: only(), heading: only('related') });
  expect(numbersOf(at('Photo'))).toMatchObject({ own: only('caption'), heading: only() });
  expect(numbersOf(tree.blocks.length - 1).heading).toEqual(only('comments'));
});

test('signs count from where they were last seen, and to where they come next', () => {
  const [related, comments] = [0, 1].map((sign) => sections.before[sign]);
  expect([...(related ?? [])]).toEqual([-1, -1, -1, 3, 3, 3, 3, 3]);
  expect([...(comments ?? [])]).toEqual([-1, -1, -1, -1, -1, -1, 6, 6]);
  expect([...(sections.after[0] ?? [])]).toEqual([3, 3, 3, -1, -1, -1, -1, -1]);
});

test('an article, the picture above and the links of a block are numbers of their own', () => {
  const inside = numbersOf(at('Photo')).rest;
  const outside = numbersOf(at('One')).rest;
  const first = 3 + 3 + 14;
  expect(inside.slice(first, first + 4)).toEqual([expect.closeTo(0.45, 1), 0, 1, 1]);
  expect(outside.slice(first, first + 4)).toEqual([-1, -1, 0, 0]);
  const links = numbersOf(at('Ada')).rest.slice(first + 4, first + 12);
  expect(links).toEqual([Math.log(3), 0.5, 0.5, 0, 0.5, 0, 0, 1]);
  expect(outside.slice(first + 4, first + 12)).toEqual([Math.log(2), 0, 0, 0, 0, 0, 0, 2]);
});

test('a text that breaks off shows it', () => {
  const shapes = (index: number) => numbersOf(index).rest.slice(-10);
  expect(shapes(tree.blocks.length - 1)[0]).toBe(1);
  expect(shapes(1)[0]).toBe(0);
  expect(shapes(at('Leave'))[1]).toBe(1);
});

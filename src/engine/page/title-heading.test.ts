import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { dropTitle } from './title-heading.ts';
import { parseTree } from './tree.ts';

function keptAfter(html: string, title: string): string[] {
  const tree = cutBlocks(parseTree(html));
  const kept = tree.blocks.map(({ text }) => text !== 'Gone');
  dropTitle(tree, kept, title);
  return tree.blocks.filter(({ index }) => kept[index]).map(({ text }) => text);
}

test('SUM-13 the title is not a heading of the text too', () => {
  expect(keptAfter('<h1>The canal of the valley</h1><p>Text</p>', 'The canal of the valley')).toEqual(['Text']);
  expect(keptAfter('<h2>The Canal of the Valley!</h2><p>Text</p>', 'The canal of the valley')).toEqual(['Text']);
  expect(keptAfter('<h1>The canal of the valley, part 2</h1><p>Text</p>', 'The canal of the valley')).toEqual(['Text']);
  expect(keptAfter('<h1>The canal of the valley</h1><p>Text</p>', 'The canal of the valley, part 2')).toEqual(['Text']);
});

test.each([
  ['<p>The canal of the valley</p>', 'The canal of the valley'],
  ['<h3>The canal of the valley</h3>', 'The canal of the valley'],
  ['<h2>The canal</h2>', 'The canal of the valley'],
  ['<h2>A canal of the valley</h2>', 'The canal of the valley'],
  ['<h1>Canal</h1>', 'Canals of it'],
  ['<h2>Why</h2>', 'Why'],
])('SUM-13 other lines stay: %s', (html, title) => {
  expect(keptAfter(html, title)).toHaveLength(1);
});

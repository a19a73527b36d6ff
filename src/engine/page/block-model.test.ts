import { expect, test } from 'vitest';
import { chooseBlocks } from './block-model.ts';
import { cutBlocks } from './blocks.ts';
import { slotsOf } from './slots.ts';
import { parseTree } from './tree.ts';

const line = '<p>The canal was dug by hand, stone by stone, and the town paid for all of it.</p>';
/** The tags of the blocks that are kept. */
const chosen = (html: string, scores: readonly number[]): string[] => {
  const tree = cutBlocks(parseTree(`<body>${html}</body>`));
  const { kept } = chooseBlocks(tree, slotsOf(tree), scores);
  return tree.blocks.filter((block) => kept[block.index]).map((block) => block.owner.tagName);
};

test('code between two texts that stay is kept, elsewhere it is not', () => {
  expect(chosen(`${line}<pre>a = b</pre>${line}`, [0.9, 0.2, 0.9])).toEqual(['p', 'pre', 'p']);
  expect(chosen(`${line}${line}<pre>a = b</pre>`, [0.9, 0.9, 0.2])).toEqual(['p', 'p']);
});

test('a table that stays keeps its caption', () => {
  const table = '<table><caption>March</caption><tr><td>High water at four in the morning</td></tr></table>';
  expect(chosen(table + line, [0.2, 0.9, 0.9])).toEqual(['caption', 'td', 'p']);
  expect(chosen(table + line, [0.2, 0.1, 0.9])).toEqual(['p']);
});

test('a line that leads out of prose is not kept, whatever its score', () => {
  const long = line.repeat(2).replaceAll('</p><p>', ' ');
  expect(chosen(`${long}<h4>Read more: <a href="/b">The second lock</a></h4>${long}`, [0.9, 0.99, 0.9])).toEqual(['p', 'p']);
});

import { expect, test } from 'vitest';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { cutBlocks } from './blocks.ts';
import { dropCopies } from './copies.ts';
import { slotsOf } from './slots.ts';
import { parseTree } from './tree.ts';

/** The texts that are kept, if `without` are the blocks that the scores left out. */
function kept(html: string, without: readonly number[] = []): string[] {
  const tree = cutBlocks(parseTree(`<body>${html}</body>`));
  const marks = tree.blocks.map(({ index }) => !without.includes(index));
  dropCopies(tree, slotsOf(tree), marks);
  return tree.blocks.filter(({ index }) => marks[index]).map(({ text }) => text);
}

const heading = 'What fits in a bag';
const text = 'A bag for the cabin holds what one needs for four or five days on the way.';
const more = 'Roll your shirts and put the shoes at the bottom.';
const part = (name: string): string => `<div class="${name}"><h3>${heading}</h3><p>${text}</p><p>${more}</p></div>`;

test('SUM-09 a text that stands once for phones and once for wide screens is read once', () => {
  expect(kept(part('d-md-none') + part('d-md-block'))).toEqual([heading, text, more]);
});

test('SUM-09 the copy of a part stays out with its short lines, not with what is new in it', () => {
  const again = `<section><h3>${heading}</h3><p>${text}</p><p>And one thing more.</p></section>`;
  expect(kept(part('first') + again)).toEqual([heading, text, more, 'And one thing more.']);
});

test('SUM-09 where the first copy was not chosen the second stays', () => {
  expect(kept(part('first') + part('second'), [0, 1, 2])).toEqual([heading, text, more]);
});

test('SUM-09 what every card of a list says is kept in every card, and a refrain in a song', () => {
  const card = (name: string): string =>
    `<div class="card"><h2>${name}</h2><p>A conference about building software in Chicago, Illinois, United States.</p></div>`;
  expect(kept(['Ash', 'Elm', 'Oak', 'Yew'].map(card).join(''))).toHaveLength(8);
  const refrain = '<p>Oh the river runs down to the sea, down to the sea, and it never comes back to me</p>';
  expect(kept(`${refrain}<p>One</p>${refrain}<p>Two</p>${refrain}`)).toHaveLength(5);
});

test('SUM-09 the title of a card that its picture says again beside it is read once', () => {
  const card = '<div class="film"><p>The mill in winter</p></div><h3>The mill in winter</h3><p>A film of the river.</p>';
  expect(kept(card)).toEqual(['The mill in winter', 'A film of the river.']);
});

test('SUM-09 short texts elsewhere, code and cells are kept as often as they stand there', () => {
  const between = Array.from({ length: 12 }, (_, i) => `<p>Line ${i} of the river</p>`).join('');
  const short = '<p>See the table below</p>';
  expect(kept(`<div>${short}</div>${between}<section>${short}</section>`)).toHaveLength(14);
  expect(kept('<div><p>Yes indeed</p></div><section><p>Yes indeed</p></section>')).toHaveLength(2);
  const code = 'a b c d e f g h i j k l';
  expect(kept(`<div><pre>${code}</pre></div><section><pre>${code}</pre></section>`)).toHaveLength(2);
  const row = `<tr><td>${code}</td></tr>`;
  expect(kept(`<table class="a"><tbody>${row}</tbody></table><section><table>${row}</table></section>`)).toHaveLength(2);
});

test('many equal texts take linear time', () => {
  const trees = new Map(
    [1, 1 / 8].map((share) => {
      const lines = `<p>${text}</p>`.repeat(3000 * share);
      return [share, cutBlocks(parseTree(`<body><main>${lines}</main><aside>${lines}</aside></body>`))];
    }),
  );
  expectLinearTime((share) => {
    const tree = trees.get(share);
    if (tree)
      dropCopies(
        tree,
        slotsOf(tree),
        tree.blocks.map(() => true),
      );
  });
});

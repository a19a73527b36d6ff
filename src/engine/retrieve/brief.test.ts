import { expect, test } from 'vitest';
import { type BriefPoint, briefOf } from './brief.ts';

let place = 0;
const note = (...texts: string[]): BriefPoint[] => texts.map((text) => ({ text, place: place++ }));
/** Formats a group as `word`, then `item text` for each point. */
const shown = (notes: BriefPoint[][]) => {
  const { groups, alone } = briefOf(notes);
  const line = ({ item, text }: { item: number; text: string }) => `${item} ${text}`;
  return { groups: groups.map(({ word, points }) => [word, ...points.map(line)]), alone: alone.map(line) };
};

test('a point stands in one group, of an item’s points the one that has most of what is shared', () => {
  const notes = [
    note('Granite ovens glow', 'Granite lasts', 'Violins sing'),
    note('Granite ovens cool', 'Granite breaks'),
    note('Granite ovens crack and fall', 'Ovens smoke'),
  ];
  const { groups, alone } = shown(notes);
  expect(groups).toEqual([
    ['ovens', '1 Granite ovens cool', '0 Granite ovens glow', '2 Granite ovens crack and fall'],
    ['Granite', '0 Granite lasts', '1 Granite breaks'],
  ]);
  expect(alone).toEqual(['0 Violins sing', '2 Ovens smoke']);
});

test('a word that few points have is worth more than one that most have, and many items more than few', () => {
  const notes = [
    note('Harbour amber', 'Harbour', 'Harbour tall'),
    note('Harbour amber', 'Harbour', 'Harbour wide'),
    note('Harbour cedar', 'Harbour low'),
  ];
  expect(shown(notes).groups[0]?.[0]).toBe('amber');
  const many = [note('Cedar beams'), note('Cedar beams'), note('Cedar'), note('Cedar'), note('stone'), note('bridge')];
  expect(shown(many).groups[0]?.[0]).toBe('Cedar');
});

test('forms of a word are one, named by the commonest; weak words, numbers and short ones join nothing', () => {
  expect(shown([note('Baking measured'), note('They baked'), note('Baking slowly')]).groups.map(([word]) => word)).toEqual([
    'Baking',
  ]);
  const weak = shown([note('the 1987 was about it', 'an ash'), note('about 1987 the it', 'an ash')]);
  expect(weak.groups).toEqual([]);
  expect(weak.alone).toEqual(['0 the 1987 was about it', '0 an ash', '1 about 1987 the it', '1 an ash']);
  expect(shown([note('二十座磨坊'), note('二十个钟楼')]).groups).toEqual([]);
  expect(shown([note('磨坊很老'), note('那座磨坊倒了')]).groups).toEqual([['磨坊', '0 磨坊很老', '1 那座磨坊倒了']]);
  expect(shown([note('鐘樓很高'), note('钟楼倒了')]).groups).toEqual([
    [expect.stringMatching(/^[鐘钟][樓楼]$/), '0 鐘樓很高', '1 钟楼倒了'],
  ]);
});

test('what stands alone gives two points of each item, twelve in all; groups are six at most, of six points', () => {
  const alone = Array.from({ length: 8 }, (_, n) =>
    note(...['quartz', 'violet', 'bramble'].map((word) => `${word}${String.fromCharCode(97 + n).repeat(5)}`)),
  );
  expect(
    shown(alone)
      .alone.map((line) => line[0])
      .join(''),
  ).toBe('001122334455');
  const words = ['granite', 'walnut', 'copper', 'linen', 'amber', 'cedar', 'basalt'];
  const grouped = shown(Array.from({ length: 7 }, () => note(...words)));
  expect(grouped.groups.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect(new Set(grouped.groups.map(([word]) => word)).size).toBe(6);
  expect(briefOf([])).toEqual({ groups: [], alone: [] });
});

test('points keep their place', () => {
  const [first, second] = [note('Copper kettles'), note('Copper roofs')];
  expect(briefOf([first, second]).groups[0]?.points).toEqual([
    { ...first[0], item: 0 },
    { ...second[0], item: 1 },
  ]);
});

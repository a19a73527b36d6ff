import { expect, test } from 'vitest';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { groupOf, groupTags, shownTags } from './tag-groups.ts';

const groups = groupTags([
  { tag: 'wheat', count: 5 },
  { tag: favoriteTag, count: 4 },
  { tag: '面包', count: 3 },
  { tag: 'Wheat', count: 2 },
  { tag: 'oven-10', count: 1 },
  { tag: 'oven-9', count: 1 },
]);

test('LIB-10 spellings of a tag are one line with the sum of their notes, and the star is no tag', () => {
  expect(groups.map(({ tag, count }) => [tag, count])).toEqual([
    ['wheat', 7],
    ['面包', 3],
    ['oven-10', 1],
    ['oven-9', 1],
  ]);
  expect(groups[0]?.spellings).toEqual([
    { tag: 'wheat', count: 5 },
    { tag: 'Wheat', count: 2 },
  ]);
  expect(groupOf(groups, 'WHEAT')?.count).toBe(7);
  expect(groupOf(groups, 'whea')).toBeUndefined();
});

test('LIB-10 tags are listed by count, then name, or by name alone, and searched in either Chinese script', () => {
  const names = (search: string, order: 'count' | 'name') => shownTags(groups, search, order, 'en').map(({ tag }) => tag);
  expect(names('', 'count')).toEqual(['wheat', '面包', 'oven-9', 'oven-10']);
  expect(names('', 'name')).toEqual(['oven-9', 'oven-10', 'wheat', '面包']);
  expect(names('#OVEN', 'name')).toEqual(['oven-9', 'oven-10']);
  expect(names('麵', 'count')).toEqual(['面包']);
  expect(names('rye', 'count')).toEqual([]);
});

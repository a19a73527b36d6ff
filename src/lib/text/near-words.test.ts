import { expect, test } from 'vitest';
import { nearRanges } from './near-words.ts';
import { foldForSearch, termsOf } from './search-grams.ts';

const near = (title: string, keyword: string) => {
  const found = nearRanges(foldForSearch(title), termsOf(keyword));
  return found && { words: found.ranges.map(({ start, end }) => title.slice(start, end)), slips: found.slips };
};

test.each([
  ['How to Receive a Parcel', 'recieve', 'Receive'],
  ['The mechanical oven', 'mecanical', 'mechanical'],
  ['The mechanical oven', 'mechannical', 'mechanical'],
  ['Photosynthesis at night', 'fotosynthesis', null],
  ['Photosynthesis at night', 'photosintesis', 'Photosynthesis'],
  ['The hill', 'mill', null],
  ['The water wheel', 'watch wheel', null],
  ['全球气候变化报告', '气侯变化', '气候变化'],
  ['全球气候变化报告', '气候的变化', '气候变化'],
  ['全球气候变化报告', '天气预报', null],
])('LIB-07 in “%s” a search for “%s” nearly finds %s', (title, keyword, word) => {
  expect(near(title, keyword)?.words ?? null).toEqual(word === null ? null : [word]);
});

test('LIB-07 every word must be there, the exact ones as they are', () => {
  expect(near('The mechanical oven', 'oven mecanical')).toEqual({ words: ['mechanical', 'oven'], slips: 1 });
  expect(near('The mechanical stove', 'oven mecanical')).toBeNull();
});

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

test.each<[title: string, keyword: string, words: string | null, slips?: number]>([
  ['mill', 'mlil', null],
  ['mills', 'mlils', 'mills', 1],
  ['mills', 'mxxls', null],
  ['xills', 'mills', null],
  ['abcdefgh', 'abXdefXh', null],
  ['abcdefghi', 'abXdefXhi', 'abcdefghi', 2],
  ['abcdefghi', 'abXdXfXhi', null],
  ['abcdefgh', 'abcdefghij', 'abcdefgh', 2],
  ['abcdefgh', 'abcdefghi', 'abcdefgh', 1],
  ['abcdefg', 'abcdefghi', 'abcdefg', 2],
  ['abcdef', 'abcdefghi', null],
  ['mills milks', 'milps', 'mills', 1],
  ['mixps milps', 'milpss', 'milps', 1],
  ['abXdXfghi abXdefghi', 'abcdefghi', 'abXdefghi', 1],
  ['ab mills', 'mlils ab', 'ab|mills', 1],
  ['ab mills', 'mlils zz', null],
  ['mills mills', 'mills mlils', 'mills', 1],
  ['谷仓很大', '谷昌很大', '谷仓很大', 1],
  ['谷仓很大', '谷昌很', null],
  ['谷仓很大', '谷昌大大', null],
  ['谷仓 很大', '谷仓很大', null],
  ['谷很大', '谷仓很大', '谷很大', 1],
  ['有谷仓的很大', '谷仓很大', '谷仓的很大', 1],
  ['谷仓的很大', '谷仓很大啊', null],
  ['x谷仓很大', '合仓很大', '谷仓很大', 1],
  ['谷仓很', '谷仓很大', '谷仓很', 1],
  ['仓谷很大', '谷仓很大', '仓谷很大', 1],
])('LIB-07 in “%s” a search for “%s” nearly finds “%s”', (title, keyword, words, slips = 0) => {
  const found = near(title, keyword);
  expect(found && [found.words.join('|'), found.slips]).toEqual(words === null ? null : [words, slips]);
});

import { expect, test } from 'vitest';
import { foldForSearch } from '#lib/text/search-grams.ts';
import { chooseAcross, lookupsOf, rankMany, scanText } from './many.ts';
import { queryTerms } from './terms.ts';

const filler = (count: number) => 'The clerk wrote of rye and barley and of mild weather over the hills. '.repeat(count);
const chineseFiller = (count: number) => '村里人把粮食运到河边的石头仓库，路上要走整整半天。'.repeat(count);

function find(texts: readonly string[], question: string): { item: number; said: string }[] {
  const terms = queryTerms(question);
  const lookups = lookupsOf(terms);
  const keys = new Map<string, string>();
  const scanned = texts.map((text) => scanText(foldForSearch(text), lookups, keys));
  const passages = scanned.reduce((sum, { windows }) => sum + windows, 0);
  const ranked = rankMany(scanned, [], { weights: terms.map(() => 1), passages });
  return chooseAcross(ranked, 5).map(({ item, start, end }) => ({ item, said: texts[item]?.slice(start, end) ?? '' }));
}

test('a question finds what talk says in another word, behind what says the word itself', () => {
  const said = (words: string) => `${filler(30)}${words}${filler(30)}`;
  const texts = [said('They watched TV each night.'), said('A television stood in the barn.'), filler(60)];
  expect(find(texts, 'Who had a television?').map(({ item }) => item)).toEqual([1, 0]);
  const chinese = [`${chineseFiller(20)}小孩都在院子里。${chineseFiller(20)}`, chineseFiller(40)];
  expect(find(chinese, '儿童在哪里玩？').map(({ item }) => item)).toEqual([0]);
});

test('an item that speaks of it in many places goes before one that names it once', () => {
  const once = `${filler(40)}Sourdough is sourdough.${filler(40)}`;
  const often = Array.from({ length: 6 }, () => `${filler(12)}Sourdough was named.`).join(' ');
  expect(find([once, often], 'sourdough')[0]?.item).toBe(1);
});

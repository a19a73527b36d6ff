import { expect, test } from 'vitest';
import { foldForSearch } from '#lib/text/search-grams.ts';
import { chooseAcross, lookupsOf, type ManyPlace, rankMany, scanText } from './rank-items.ts';
import { queryTerms } from './terms.ts';

const scan = (text: string, terms: readonly string[], question = '') =>
  scanText(foldForSearch(text), lookupsOf(terms, question), new Map());
const counts = (text: string, ...terms: string[]) => [...scan(text, terms).counts];

test('a word is found in its forms, whole, and a number with its point', () => {
  expect(counts('Studies studied STUDY studying', 'study')).toEqual([4]);
  expect(counts('understudy studious', 'study')).toEqual([0]);
  expect(counts('3.5 and 3.50 and 13.5 and 35', '3.5')).toEqual([1]);
  expect(counts('go goes ago', 'go')).toEqual([counts('go goes', 'go')[0]]);
  expect(counts('石头磨坊，磨坊主', '磨坊', '石头')).toEqual([2, 1]);
  expect(queryTerms('multiplied')).toEqual(queryTerms('multiply'));
  expect(counts('multiply multiplied multiplier', ...queryTerms('multiply'))).toEqual([2]);
  expect(counts('release released releasing relevant', ...queryTerms('releases'))).toEqual([3]);
});

test('a word with accents is found as it was asked, and without them', () => {
  const asked = (question: string, text: string) => [...scan(text, queryTerms(question), question).counts];
  expect(asked('Café?', 'Café cafés cafe cafeteria cafét')).toEqual([3]);
  expect(asked('cafe', 'Café cafe')).toEqual([1]);
  expect(asked('Who is Müller of Zürich', 'Müllers Zürich. Muller, zurich; Mürller')).toEqual([2, 2]);
  expect(asked('Cafe\u0301', 'café')).toEqual([1]);
  // The accented word is cut to the length of its key, so the singular is found too.
  expect(asked('études', 'une étude')).toEqual([1]);
  expect(lookupsOf(queryTerms('Straße, Đại, ﬁn'), 'Straße, Đại, ﬁn').map(({ starts }) => starts.length)).toEqual([1, 2, 1]);
});

test('a text is read as windows of equal length, shorter for Chinese, and counts end somewhere', () => {
  const latin = scan(`${'x '.repeat(235)}granite ${'y '.repeat(1)}granite ${'z '.repeat(300)}`, ['granit']);
  expect([latin.window, latin.windows, [...latin.counts]]).toEqual([480, 3, [1, 1, 0]]);
  expect(scan('磨坊'.repeat(90), ['磨坊'])).toMatchObject({ window: 160, windows: 2 });
  expect(scan('', ['x'])).toMatchObject({ windows: 1 });
  expect(counts('ab '.repeat(159), 'ab')).toEqual([159]);
  expect(counts('a '.repeat(2), 'a')).toEqual([2]);
  expect(counts('a'.repeat(3), '磨')).toEqual([0]);
  expect(Math.max(...counts('磨'.repeat(160), '磨'))).toBe(160);
});

const text = (windows: number, terms: number, ...hits: [window: number, term: number, count?: number][]) => {
  const found = new Float32Array(windows * terms);
  for (const [window, term, count = 1] of hits) found[window * terms + term] = count;
  return { window: 100, windows, counts: found };
};
const nothing = { title: [], note: [] };
const rank = (
  texts: ReturnType<typeof text>[],
  items = texts.map(() => nothing as { title: number[]; note: number[] }),
  weights = [1, 1],
) => rankMany(texts, items, { weights, passages: 50 });

test('a place with more of the words goes first, then one that is talked around, titled or noted', () => {
  expect(rank([text(3, 2, [1, 0, 2]), text(3, 2, [1, 0], [1, 1])]).map(({ item }) => item)).toEqual([1, 0]);
  // The second hit is three, two or one window away.
  const near = rank([text(9, 2, [4, 0]), text(9, 2, [4, 0], [7, 0]), text(9, 2, [4, 0], [6, 0]), text(9, 2, [4, 0], [5, 0])]);
  const best = [3, 2, 1].map((item) => near.find((one) => one.item === item && one.start === 400)?.score ?? 0);
  expect([best[0], best[1]].every((score, at) => (score ?? 0) > (best[at + 1] ?? 0))).toBe(true);
  for (const [at, by] of [
    [0, 2],
    [2, 0],
    [1, 3],
  ] as const)
    expect(rank([text(4, 1, [at, 0], [by, 0])], undefined, [1]).find(({ start }) => start === at * 100)?.score).toBeCloseTo(
      rank([text(4, 1, [0, 0], [2, 0])], undefined, [1])[0]?.score ?? 0,
      10,
    );
  const same = () => text(1, 2, [0, 0]);
  const titled = rank([same(), same(), same()], [nothing, { title: [], note: [0] }, { title: [0], note: [] }]);
  expect(titled.map(({ item }) => item)).toEqual([2, 1, 0]);
  expect(rank([same(), same()]).map(({ item }) => item)).toEqual([0, 1]);
});

test('a word that many places have, or that weighs less, counts less', () => {
  const common = Array.from({ length: 6 }, () => text(1, 2, [0, 0]));
  expect(rank([...common, text(1, 2, [0, 1])])[0]?.item).toBe(6);
  expect(rank([text(1, 2, [0, 0]), text(1, 2, [0, 1])], undefined, [0.2, 1])[0]?.item).toBe(1);
  expect(rank([text(2, 2)])).toEqual([]);
  expect(rank([text(2, 2, [1, 0])])[0]).toMatchObject({ item: 0, start: 100, end: 200 });
});

const place = (item: number, at: number, score: number): ManyPlace => ({ item, start: at * 100, end: at * 100 + 100, score });

test('places side by side are one, and another item is heard where it is about as good', () => {
  const chosen = (ranked: ManyPlace[], most: number) =>
    chooseAcross(ranked, most).map(({ item, start }) => `${item}:${start / 100}`);
  expect(chosen([place(0, 4, 9), place(0, 5, 8), place(0, 3, 7), place(0, 7, 6)], 5)).toEqual(['0:4', '0:7']);
  expect(chosen([place(0, 1, 100), place(0, 5, 99), place(1, 5, 95)], 3)).toEqual(['0:1', '1:5', '0:5']);
  expect(chosen([place(0, 1, 100), place(0, 5, 99), place(1, 5, 80)], 3)).toEqual(['0:1', '0:5', '1:5']);
  // The third place of an item counts less than its second.
  expect(chosen([place(0, 1, 100), place(0, 5, 99), place(0, 9, 98), place(1, 5, 85)], 3)).toEqual(['0:1', '0:5', '1:5']);
  expect(chosen([place(0, 1, 3), place(1, 1, 2), place(2, 1, 1)], 2)).toEqual(['0:1', '1:1']);
  expect(chosen([], 2)).toEqual([]);
});

const filler = (count: number) => 'The clerk wrote of rye and barley and of mild weather over the hills. '.repeat(count);
const chineseFiller = (count: number) => '村里人把粮食运到河边的石头仓库，路上要走整整半天。'.repeat(count);

function find(texts: readonly string[], question: string): { item: number; said: string }[] {
  const terms = queryTerms(question);
  const lookups = lookupsOf(terms, question);
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

test('places of three items have these scores', () => {
  const often = Array.from({ length: 12 }, (_, window): [number, number] => [window, 1]);
  const texts = [text(5, 2, [0, 0], [1, 1, 3], [4, 0, 2]), text(12, 2, ...often), text(1, 2, [0, 0, 0.35])];
  const items = [
    { title: [0], note: [1] },
    { title: [], note: [] },
    { title: [1], note: [0, 1] },
  ];
  const ranked = rankMany(texts, items, { weights: [1, 0.5], passages: 40 });
  const alone = (from: number, to: number, score: string) =>
    Array.from({ length: to - from }, (_, at) => `1 ${from + at}-${from + at + 1} ${score}`);
  expect(ranked.map(({ item, start, end, score }) => `${item} ${start / 100}-${end / 100} ${score.toFixed(4)}`)).toEqual([
    ...['0 4-5 16.0717', '0 0-1 12.3022', '0 1-2 5.3768', '2 0-1 1.7809'],
    ...[...alone(2, 10, '0.6655'), '1 1-2 0.6264', '1 10-11 0.6264', '1 0-1 0.5285', '1 11-12 0.5285'],
  ]);
  // More holders than passages are known of do not make a word worthless.
  const both = rankMany([text(2, 1, [0, 0]), text(2, 1, [0, 0])], [], { weights: [1], passages: 1 });
  expect(both.map(({ item, start, score }) => `${item} ${start} ${score.toFixed(4)}`)).toEqual(['0 0 0.4102', '1 0 0.4102']);
});

test('related words count a third, unless they are asked for themselves', () => {
  const rounded = (said: string, ...terms: string[]) => counts(said, ...terms).map((count) => count.toFixed(2));
  expect(rounded('tv television telly', 'television')).toEqual(['1.70']);
  expect(rounded('tv television telly', 'television', 'tv')).toEqual(['1.35', '1.35']);
  expect(counts('by b bye', 'by')).toEqual([1]);
  expect(counts('3 5 x3 5 3 51 3 5', '3.5')).toEqual([2]);
  expect(counts('a-study studyx x study', 'study')).toEqual([2]);
});

test('a text is Chinese with more than three tenths of its beginning', () => {
  const window = (han: number, latin: number, more = '') => scan('磨'.repeat(han) + 'x'.repeat(latin) + more, []).window;
  expect([window(30, 70), window(31, 69), window(0, 0), window(1201, 2799)]).toEqual([480, 160, 480, 160]);
  expect(window(0, 4000, '磨'.repeat(9000))).toBe(480);
});

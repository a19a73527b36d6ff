import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Segment } from '../domain.ts';
import { buildPassages } from './passages.ts';
import { choosePassages, completed, rankPassages, rarity, saturated, type TermHit, weighTerms } from './rank.ts';
import { relatedTerms } from './related-words.ts';
import { marksOf, queryTerms, termsIn, weightOf, wordKey } from './terms.ts';

function segmentsOf(texts: readonly string[]): Segment[] {
  return texts.map((text, id) => ({ id, startMs: id * 5000, endMs: id * 5000 + 4800, text }));
}

/** Searches in memory as the database does; returns the texts of the best segments. */
function find(texts: readonly string[], query: string, before: string[] = []): string[] {
  const passages = buildPassages(segmentsOf(texts));
  const wanted = weighTerms(queryTerms(query), before);
  const hits: TermHit[] = passages.flatMap(({ terms }, position) =>
    [...wanted.keys()].flatMap((term) => {
      const count = terms.filter((each) => each === term).length;
      return count === 0 ? [] : [{ position, length: terms.length, term, count }];
    }),
  );
  const averageLength = passages.reduce((sum, { terms }) => sum + terms.length, 0) / passages.length;
  return rankPassages(wanted, hits, { passages: passages.length, averageLength }).map(({ position }) => {
    const passage = passages[position];
    return texts.slice(passage?.first, (passage?.last ?? -1) + 1).join('\n');
  });
}

const chineseFiller = (index: number) =>
  `第${index}段讲的是村里人在秋收以后怎样把粮食运到河边的石头仓库，路上要走整整半天，遇到下雨就得在磨坊旁边的棚子里等到天亮再继续往前走，孩子们留在家里照看牲口和菜园。`;
const englishFiller = (index: number) =>
  `Part ${index} tells how the families carried their sacks along the river, slept in the barn when it rained, and came home with flour, salt and a few stories about the neighbours who had stayed behind to guard the cattle and mend the roof before the first snow of the year.`;

test('CON-11 finds a Chinese word of two characters anywhere in a long talk', () => {
  const texts = Array.from({ length: 600 }, (_, index) => chineseFiller(index));
  texts[431] = '后来大家才发现量子纠缠并不能拿来传递信息，这是一个很常见的误解，需要再解释一遍。';
  expect(find(texts, '纠缠')[0]).toContain('量子纠缠');
  expect(find(texts, '纠缠是什么意思？')[0]).toContain('量子纠缠');
  expect(find(texts, '为什么说量子不能传递信息')[0]).toContain('误解');
});

test('CON-11 matches forms of an English word and ignores stop words', () => {
  const texts = Array.from({ length: 600 }, (_, index) => englishFiller(index));
  texts[77] = 'The entangled photons were measured in two laboratories that lie far apart from each other.';
  expect(find(texts, 'What did they say about measuring a photon?')[0]).toContain('entangled photons');
  expect(queryTerms('what is it about the')).not.toEqual([]);
  expect(queryTerms('What did they say about measuring a photon?')).toEqual([...new Set(['measur', 'photon'])]);
});

test('CON-11 makes terms of mixed scripts, numbers and single characters', () => {
  expect(termsIn('GPT-4 模型在1987年').map(({ term }) => term)).toEqual([
    'gpt',
    '4',
    '模',
    '模型',
    '型',
    '型在',
    '在',
    '1987',
    '年',
  ]);
  expect(queryTerms('税')).toEqual(['税']);
  expect(queryTerms('GPT-4 的价格')).toEqual(['gpt', '4', '价格']);
  expect(termsIn('Ｃａｆé café').map(({ term }) => term)).toEqual(['cafe', 'cafe']);
});

test('CON-11 uses the previous question’s terms when a question has none', () => {
  const texts = Array.from({ length: 200 }, (_, index) => chineseFiller(index));
  texts[120] = '磨坊主收取十分之一的面粉作为报酬。';
  const passages = find(texts, '那后来呢', queryTerms('磨坊主收多少报酬'));
  expect(passages[0]).toContain('十分之一');
});

test('CON-11 matches traditional and simplified characters, full and half width', () => {
  const texts = Array.from({ length: 300 }, (_, index) => chineseFiller(index));
  texts[200] = '這段視頻裏說到了衛星發射後的第一張照片，ＧＰＳ 的誤差是３．５米。';
  texts[90] = '这一段里提到的纪录片讲的是图书馆怎样保存旧报纸。';
  for (const query of ['视频', '卫星发射', '视频里说的照片', 'GPS', '3.5', '误差是多少'])
    expect(find(texts, query)[0]).toContain('視頻');
  for (const query of ['紀錄片', '圖書館', '這個紀錄片講了什麼', '怎樣保存舊報紙？'])
    expect(find(texts, query)[0]).toContain('图书馆');
  const text = texts[200] ?? '';
  expect(marksOf(text, new Set(queryTerms('卫星发射'))).map(({ start, end }) => text.slice(start, end))).toEqual(['衛星發射']);
  // Stop words are recognised in traditional and in simplified characters.
  expect(queryTerms('這個紀錄片講了什麼')).toEqual(queryTerms('这个纪录片讲了什么'));
});

test('marks the searched words, inside the text', () => {
  const text = '他们测量了量子纠缠，measured twice.';
  const marks = marksOf(text, new Set(queryTerms('量子纠缠 measuring')));
  expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['量子纠缠', 'measured']);
});

test('covers every segment once and in order, with at most a few thousand passages for ten hours', () => {
  const segments = segmentsOf(Array.from({ length: 3600 }, (_, index) => chineseFiller(index).slice(0, 40)));
  const passages = buildPassages(segments);
  expect(passages[0]?.first).toBe(0);
  expect(passages.at(-1)?.last).toBe(3599);
  for (const [index, passage] of passages.entries())
    if (index > 0) expect(passage.first).toBe((passages[index - 1]?.last ?? 0) + 1);
  expect(passages.length).toBeLessThan(2000);
  expect(buildPassages([])).toEqual([]);
});

test('adds neighbours within the budget, and spreads over the source without hits', () => {
  const corpus = { passages: 100, averageLength: 50 };
  expect(choosePassages([{ position: 40, score: 2 }], corpus, 1000, () => 100)).toEqual([39, 40, 41]);
  expect(
    choosePassages(
      Array.from({ length: 60 }, (_, index) => ({ position: index, score: 60 - index })),
      corpus,
      500,
      () => 100,
    ),
  ).toHaveLength(5);
  const spread = choosePassages([], corpus, 1000, () => 100);
  expect(spread).toHaveLength(10);
  expect(choosePassages([], { passages: 0, averageLength: 0 }, 1000, () => 100)).toEqual([]);
});

test('CON-11 the key of a key is the key itself', () => {
  const endings = fc.constantFrom("'s", 's', 'es', 'ies', 'ing', 'ed', 'eed', 'ied', 'ly', 'e', 'ee', 'ss', 'us');
  const letters = fc.string({ unit: fc.constantFrom(...'a e g i l n r s t y'.split(' ')), maxLength: 6 });
  const inflected = fc.tuple(letters, fc.array(endings, { maxLength: 4 })).map(([stem, own]) => stem + own.join(''));
  fc.assert(
    fc.property(fc.oneof(inflected, fc.string({ unit: 'grapheme' })), (word) => {
      const key = wordKey(word);
      expect(wordKey(key)).toBe(key);
    }),
  );
});

test('CON-11 a term counts by how few passages have it, how often and in how long a passage', () => {
  expect([rarity(0, 10), rarity(1, 10), rarity(10, 10)].map((value) => value.toFixed(4))).toEqual(['3.0910', '1.9924', '0.0465']);
  expect([saturated(1), saturated(3), saturated(1, 2), saturated(2, 0.5)].map((value) => value.toFixed(4))).toEqual([
    '1.0000',
    '1.5714',
    '0.7534',
    '1.5493',
  ]);
  // With half of the weight of the question, a passage keeps three quarters of its score.
  expect([completed(4, 1, 2), completed(4, 2, 2), completed(4, 0, 2), completed(4, 0, 0)]).toEqual([3, 4, 2, 2]);
});

test('CON-11 passages are ranked with the better of their neighbours', () => {
  const hits: TermHit[] = [
    { position: 3, length: 10, term: 'a', count: 1 },
    { position: 4, length: 20, term: 'a', count: 2 },
    { position: 4, length: 20, term: 'b', count: 1 },
    { position: 8, length: 5, term: 'b', count: 3 },
    { position: 9, length: 10, term: 'c', count: 9 },
  ];
  const weights = weighTerms(['a', 'b'], ['b', 'd']);
  expect([...weights]).toEqual([
    ['b', 1],
    ['d', 1 / 3],
    ['a', 1],
  ]);
  const ranked = rankPassages(weights, hits, { passages: 10, averageLength: 10 });
  expect(ranked.map(({ position, score }) => `${position} ${score.toFixed(4)}`)).toEqual([
    '4 2.6747',
    '8 1.7456',
    '3 1.6208',
    '9 0.4364',
  ]);
  const alike = [5, 2, 9].map((position) => ({ position, length: 10, term: 'a', count: 1 }));
  expect(rankPassages(weights, alike, { passages: 20, averageLength: 10 }).map(({ position }) => position)).toEqual([2, 5, 9]);
  expect(rankPassages(weighTerms(['z']), hits, { passages: 10, averageLength: 10 })).toEqual([]);
});

test('CON-11 the six best passages come first, then their neighbours, then up to forty', () => {
  const corpus = (passages: number) => ({ passages, averageLength: 1 });
  const ranked = (count: number) => Array.from({ length: count }, (_, at) => ({ position: at * 3, score: count - at }));
  const one = () => 1;
  expect(choosePassages(ranked(8), corpus(100), 6, one)).toEqual([0, 3, 6, 9, 12, 15]);
  expect(choosePassages(ranked(8), corpus(100), 10, one)).toEqual([0, 1, 2, 3, 4, 5, 6, 9, 12, 15]);
  const all = [...Array.from({ length: 17 }, (_, at) => at), 18, 21];
  expect(choosePassages(ranked(8), corpus(100), 19, one)).toEqual(all);
  expect(choosePassages(ranked(50), corpus(1000), 1000, one)).toHaveLength(17 + 34);
  // The first one is taken whatever it costs, and nothing outside of the source.
  expect(choosePassages(ranked(1), corpus(1), 0, () => 5)).toEqual([0]);
  expect(
    choosePassages(
      [5, 7].map((position) => ({ position, score: 1 })),
      corpus(8),
      3,
      (position) => (position === 7 ? 4 : 1),
    ),
  ).toEqual([4, 5, 6]);
  expect(choosePassages([], corpus(30), 100, one)).toEqual([
    0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18, 20, 21, 22, 23, 25, 26, 27, 28,
  ]);
  expect(choosePassages([], corpus(3), 100, one)).toEqual([0, 1, 2]);
});

test('CON-11 lines make passages of about 110 tokens, with the words of their speakers', () => {
  const words = [47, 47, 47, 150, 10, 133, 1];
  const segments: Segment[] = words.map((count, id) => ({
    ...{ id, startMs: 0, endMs: 0, text: 'barn '.repeat(count) },
    ...(id === 0 ? { speaker: 'Ada' } : {}),
  }));
  const passages = buildPassages(segments);
  expect(passages.map(({ first, last, terms }) => [first, last, terms.length])).toEqual([
    [0, 1, 95],
    [2, 2, 47],
    [3, 3, 150],
    [4, 4, 10],
    [5, 5, 133],
    [6, 6, 1],
  ]);
  expect(passages[0]?.terms.slice(0, 2)).toEqual(['ada', 'barn']);
});

test('CON-11 finds the terms of a question exactly', () => {
  expect(queryTerms('为什么大家讨论人工智能')).toEqual(['讨论', '论人', '人工', '工智', '智能']);
  expect([queryTerms('the of'), queryTerms('the of', { orAll: false }), queryTerms('谁')]).toEqual([['the', 'of'], [], ['谁']]);
  expect(queryTerms('一 Running dogs の')).toEqual(['run', 'dog', 'の']);
  const many = Array.from({ length: 60 }, (_, at) => `w${at}x`).join(' ');
  expect(queryTerms(many)).toHaveLength(48);
  expect(termsIn('３.5 ＡＢ １．２ a1 x_y 한국 ÀB 谷仓').map(({ term, start, end }) => `${term} ${start}-${end}`)).toEqual([
    ...['3.5 0-3', 'ab 4-6', '1.2 7-10', 'a1 11-13', 'x 14-15', 'y 16-17', '한국 18-20', 'ab 21-23'],
    ...['谷 24-25', '谷仓 24-26', '仓 25-26'],
  ]);
  expect(['summarize', 'Discussions', 'meeting', 'barn'].map((word) => weightOf(wordKey(word)))).toEqual([0.2, 0.2, 0.2, 1]);
  expect(marksOf('the barn barns, 谷仓里 barn-barn', new Set(['barn', '谷', '谷仓']))).toEqual([
    { start: 4, end: 8 },
    { start: 9, end: 14 },
    { start: 16, end: 18 },
    { start: 20, end: 24 },
    { start: 25, end: 29 },
  ]);
  expect([relatedTerms('barn'), relatedTerms(wordKey('cost')), relatedTerms('学生'), relatedTerms('television')]).toEqual([
    [],
    ['pric', 'expensiv', 'cheap'],
    ['同学'],
    ['tv', 'telly'],
  ]);
});

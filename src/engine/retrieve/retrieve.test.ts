import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Segment } from '../domain.ts';
import { buildPassages } from './passages.ts';
import { choosePassages, rankPassages, type TermHit, weighTerms } from './rank.ts';
import { marksOf, queryTerms, termsIn, wordKey } from './terms.ts';

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

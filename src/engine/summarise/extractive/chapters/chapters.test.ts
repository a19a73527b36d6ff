import { describe, expect, it } from 'vitest';
import type { Language, Section, Segment, SourceChapter } from '../../../domain.ts';
import { creatorChapters, findChapters, pointCount } from './chapters.ts';

const segments = Array.from(
  { length: 6 },
  (_, id): Segment => ({ id, startMs: id * 10_000, endMs: id * 10_000 + 9000, text: `line ${id}` }),
);
const chapter = (title: string, startMs: number): SourceChapter => ({ title, startMs });
const rangesOf = (...chapters: SourceChapter[]) =>
  creatorChapters(segments, chapters).map(({ start, end, title, startMs }) => [start, end, title, startMs]);

describe('SUM-14 chapters of the creator', () => {
  it('are sorted, without those that have no name, and cover all segments', () => {
    expect(rangesOf(chapter(' Ash ', 40_000), chapter(' \n', 20_000), chapter('Wood', 10_000), chapter('Fire', 30_000))).toEqual([
      [0, 3, 'Wood', 10_000],
      [3, 4, 'Fire', 30_000],
      [4, 6, 'Ash', 40_000],
    ]);
  });

  it('are none unless two have names', () => {
    expect(rangesOf()).toEqual([]);
    expect(rangesOf(chapter('Wood', 0))).toEqual([]);
    expect(rangesOf(chapter('Wood', 0), chapter('  ', 20_000))).toEqual([]);
    expect(rangesOf(chapter('Wood', 0), chapter('Fire', 20_000))).toHaveLength(2);
  });

  it('begin at a line that starts up to half a second before', () => {
    expect(rangesOf(chapter('Wood', 0), chapter('Fire', 20_500), chapter('Ash', 30_501))).toEqual([
      [0, 2, 'Wood', 0],
      [2, 4, 'Fire', 20_500],
      [4, 6, 'Ash', 30_501],
    ]);
  });

  it('give way to the next one when no line is theirs', () => {
    expect(rangesOf(chapter('Wood', 0), chapter('Fire', 21_000), chapter('Smoke', 22_000), chapter('Past', 60_000))).toEqual([
      [0, 3, 'Wood', 0],
      [3, 6, 'Smoke', 22_000],
    ]);
    expect(rangesOf(chapter('Wood', 0), chapter('Fire', 400))).toEqual([[0, 6, 'Fire', 400]]);
  });
});

/** A sentence of so many characters. */
const sentence = (length: number) => `${'The barn '.repeat(length).slice(0, length - 1)}.`;
const untimed = (texts: readonly string[]) => texts.map((text, id): Segment => ({ id, startMs: null, endMs: null, text }));
const article = (texts: readonly string[], { language = 'en' as Language, sections = [] as Section[], foreign = -1 } = {}) =>
  findChapters({
    segments: untimed(texts),
    timed: false,
    language,
    treatment: 'article',
    sourceChapters: [],
    sections,
    isForeign: (position) => position === foreign,
  }).map(({ start, end, title }) => `${start}-${end} ${title}`);

describe('SUM-14 headings of an article', () => {
  it.each<[heading: string, title: string | null]>([
    ['Barns of stone', 'Barns of stone'],
    ['# Barns', 'Barns'],
    ['###### barns and *mills* ##', 'barns and mills'],
    ['####### Barns of stone', null],
    ['#Barns of stone', null],
    ['Barns of stone.', null],
    ['Barns of stone,', null],
    ['Barns of stone:', null],
    ['Barns of stone…', null],
    ['Barns of stone!', null],
    ['Why barns of stone?', 'Why barns of stone?'],
    ['Who built it? In Bern?', 'Who built it? In Bern?'],
    ['barns of stone', null],
    ['“Barns” of stone', '“Barns” of stone'],
    ['(Barns) of stone', '(Barns) of stone'],
    ['1. Barns of stone', 'Barns of stone'],
    ['12) Barns of stone', 'Barns of stone'],
    ['123) Barns of stone', '123) Barns of stone'],
    ['3 barns of stone', '3 barns of stone'],
    ['3、Barns of stone', 'Barns of stone'],
    ['2024. Barns of stone', '2024. Barns of stone'],
    ['- Barns of stone', null],
    ['• Barns of stone', null],
    ['A 1', null],
    [`Barns ${'x'.repeat(84)}`, `Barns ${'x'.repeat(84)}`],
    [`Barns ${'x'.repeat(85)}`, null],
    ['   ', null],
  ])('%j makes %j', (heading, title) => {
    const found = article([sentence(1300), heading, sentence(1400)]);
    expect(found).toEqual(title === null ? ['0-3 null'] : ['0-1 null', `1-3 ${title}`]);
  });

  it.each<[heading: string, title: string | null]>([
    ['一、谷仓', '谷仓'],
    ['十二、谷仓', '谷仓'],
    ['谷仓的历史', '谷仓的历史'],
    ['谷仓的历史。', null],
    ['谷仓的历史：', null],
    ['谷仓为什么是石头的？', '谷仓为什么是石头的？'],
    ['仓', null],
    ['谷'.repeat(32), '谷'.repeat(32)],
    ['谷'.repeat(33), null],
  ])('%j makes %j in Chinese', (heading, title) => {
    const body = `${'谷仓是石头的'.repeat(84)}。`;
    const found = article([body, heading, body], { language: 'zh' });
    expect(found).toEqual(title === null ? ['0-3 null'] : ['0-1 null', `1-3 ${title}`]);
  });

  it('stand above a text that is longer by half, or than forty characters, and that ends or is long', () => {
    const under = (heading: string, next: string) =>
      article([sentence(1300), heading, next, sentence(1400)]).includes(`1-4 ${heading}`);
    expect([under('Barns', sentence(41)), under('Barns', sentence(40))]).toEqual([true, false]);
    const long = `Barns ${'x'.repeat(44)}`;
    expect([under(long, sentence(76)), under(long, sentence(75))]).toEqual([true, false]);
    expect([under('Barns', 'y'.repeat(121)), under('Barns', 'y'.repeat(120))]).toEqual([true, false]);
  });

  it('count from nine hundred characters to half of that before the end, the last of equal ones', () => {
    const parts = (...sizes: number[]) => article(sizes.flatMap((size, at) => [`Barn ${'ABCDE'[at]}x`, sentence(size)]));
    expect(parts(893, 1800)).toEqual(['0-2 Barn Ax', '2-4 Barn Bx']);
    expect(parts(892, 1800)[1]).not.toContain('Barn');
    expect(parts(2300, 443)).toEqual(['0-2 Barn Ax', '2-4 Barn Bx']);
    expect(parts(2300, 442)[1]).not.toContain('Barn');
    expect(article(['Barns', sentence(1300), 'Mills', sentence(1300), 'BARNS', sentence(1300)])).toEqual([
      '0-2 null',
      '2-4 Mills',
      '4-6 BARNS',
    ]);
    expect(article([sentence(1300), 'Barns', sentence(1300), 'Mills', sentence(1300)], { foreign: 1 })).toEqual([
      '0-3 null',
      '3-5 Mills',
    ]);
  });

  it('are none when they come back under every entry of a list', () => {
    const entries = (...headings: string[]) => article(headings.flatMap((heading) => [heading, sentence(1300)]));
    expect(entries('Barns', 'Pros', 'Mills', 'pros')).toEqual(['0-4 Barns', '4-8 Mills']);
    expect(entries('Barns', 'Pros', 'Mills', 'Cons')).toEqual(['0-2 Barns', '2-4 Pros', '4-6 Mills', '6-8 Cons']);
    expect(entries('Barns', 'Doors', 'Mills', 'Doors')).toEqual(['0-4 Barns', '4-6 Mills', '6-8 Doors']);
    expect(entries('Barns', 'Doors', 'Mills', 'Doors', 'Dams', 'Doors')).toEqual(['0-4 Barns', '4-8 Mills', '8-12 Dams']);
  });

  it('are looked for from 2,600 characters on, or 900 in Chinese, and are else found by topic', () => {
    expect(article(['Barns', sentence(1200), 'Mills', sentence(1389)])).toEqual(['0-4 null']);
    expect(article(['Barns', sentence(1200), 'Mills', sentence(1390)])).toEqual(['0-2 Barns', '2-4 Mills']);
    const chinese = (length: number) =>
      article(['谷仓', `${'谷'.repeat(length)}。`, '磨坊', `${'磨'.repeat(444)}。`], { language: 'zh' });
    expect(chinese(449)).toEqual(['0-4 null']);
    expect(chinese(450)).toEqual(['0-2 谷仓', '2-4 磨坊']);
    expect(
      findChapters({
        segments: [],
        timed: false,
        language: 'en',
        treatment: 'article',
        sourceChapters: [],
        sections: [],
        isForeign: () => false,
      }),
    ).toEqual([]);
  });
});

describe('SUM-14 sections of a document', () => {
  const section = (title: string, segmentId: number): Section => ({ title, segmentId });
  const texts = [sentence(400), sentence(1000), sentence(300), sentence(1000), sentence(300)];

  it('are its chapters, with what stands before the first', () => {
    expect(article(texts, { sections: [section('Mill', 1), section('Dam', 3), section('None', 9)] })).toEqual([
      '0-1 null',
      '1-3 Mill',
      '3-5 Dam',
    ]);
    expect(article(texts, { sections: [section('Mill', 0), section('Dam', 3)] })).toEqual(['0-3 Mill', '3-5 Dam']);
    expect(article(texts, { sections: [section('Mill', 1)] })).toEqual(['0-1 null', '1-5 Mill']);
  });

  it('are sixty at most: smaller ones join the one before', () => {
    // 3,000 characters: a chapter has fifty.
    const small = [sentence(49), sentence(1000), sentence(49), sentence(50), sentence(1852)];
    const all = ['A', 'B', 'C', 'D'].map((title, at) => section(title, at + 1));
    expect(article(small, { sections: all })).toEqual(['0-3 A', '3-4 C', '4-5 D']);
    expect(article([sentence(50), ...small.slice(1, 4), sentence(1851)], { sections: all })[0]).toBe('0-1 null');
  });

  it('are none of a short text', () => {
    expect(article([sentence(1299), sentence(1300)], { sections: [section('A', 0), section('B', 1)] })).toEqual(['0-2 null']);
    expect(article([sentence(1300), sentence(1300)], { sections: [section('A', 0), section('B', 1)] })).toEqual([
      '0-1 A',
      '1-2 B',
    ]);
  });
});

it('SUM-14 the number of points grows with the characters and the detail', () => {
  const counts = (language: Language, ...characters: number[]) =>
    (['brief', 'standard', 'detailed'] as const).map((detail) =>
      characters.map((length) => pointCount(length, language, detail)).join(' '),
    );
  expect(counts('en', 0, 2249, 2250, 3749, 3750, 5625, 8250, 90_000)).toEqual([
    '1 1 1 1 1 2 2 2',
    '2 2 2 2 3 4 6 6',
    '3 3 3 5 5 8 11 12',
  ]);
  expect(counts('zh', 0, 1124, 1125, 2474, 2475, 90_000)).toEqual(['1 1 1 2 2 2', '2 2 3 5 6 6', '3 5 5 11 11 12']);
});

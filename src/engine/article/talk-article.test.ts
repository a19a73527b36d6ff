import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '../domain.ts';
import { dropHesitations } from '../text/hesitations.ts';
import { talkArticle } from './talk-article.ts';

function talk(lines: readonly (string | [string, string])[], gapMs = 100): Segment[] {
  return lines.map((line, id) => {
    const [speaker, text] = typeof line === 'string' ? [undefined, line] : line;
    return { id, startMs: id * 3000, endMs: id * 3000 + 3000 - gapMs, text, ...(speaker ? { speaker } : {}) };
  });
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

describe('CON-05 a talk as an article', () => {
  it('joins lines to sentences under the chapters they are in', () => {
    const segments = talk(['The barn was', 'built of stone.', 'A keeper weighed', 'each sack.', 'Then came the mill.']);
    const article = talkArticle(segments, {
      language: 'en',
      chapters: [
        { title: 'The mill', startMs: 12_000 },
        { title: 'The barn', startMs: 0 },
      ],
    });
    expect(article).toEqual([
      {
        title: 'The barn',
        startMs: 0,
        paragraphs: [
          {
            startMs: 0,
            endMs: 11_900,
            speaker: null,
            text: 'The barn was built of stone. A keeper weighed each sack.',
            first: 0,
            last: 3,
          },
        ],
      },
      {
        title: 'The mill',
        startMs: 12_000,
        paragraphs: [{ startMs: 12_000, endMs: 14_900, speaker: null, text: 'Then came the mill.', first: 4, last: 4 }],
      },
    ]);
  });

  it('begins a chapter with a sentence half a second before it, and the first with what is said up to eight seconds before', () => {
    const chaptersOf = (starts: readonly number[], marks: readonly number[]) =>
      talkArticle(
        starts.map((startMs, id) => ({ id, startMs, endMs: startMs + 100, text: `The barn has door ${id}.` })),
        { language: 'en', chapters: marks.map((startMs) => ({ title: `at ${startMs}`, startMs })) },
      ).map(({ title, startMs, paragraphs }) => [title, startMs, paragraphs[0]?.first, paragraphs.at(-1)?.last]);
    expect(chaptersOf([0, 20_000], [8000])).toEqual([['at 8000', 8000, 0, 1]]);
    expect(chaptersOf([0, 20_000], [8001])).toEqual([
      [null, 0, 0, 0],
      ['at 8001', 8001, 1, 1],
    ]);
    expect(chaptersOf([0, 19_500, 30_000], [0, 20_000])).toEqual([
      ['at 0', 0, 0, 0],
      ['at 20000', 20_000, 1, 2],
    ]);
    expect(chaptersOf([0, 19_499, 30_000], [0, 20_000])).toEqual([
      ['at 0', 0, 0, 1],
      ['at 20000', 20_000, 2, 2],
    ]);
    // A chapter in which nothing is said is left out.
    expect(chaptersOf([0, 30_000], [0, 10_000, 29_000])).toEqual([
      ['at 0', 0, 0, 0],
      ['at 29000', 29_000, 1, 1],
    ]);
  });

  it('begins no chapter in the middle of a German date', () => {
    const lines = [
      'Die Mühle von dem Dorf ist alt, und der Müller hat sie nicht von dem Vater.',
      'Er hat sie mit der Hand gebaut, und das ist für die Leute auch heute noch ein Wunder. Am 6.',
      'Oktober war sie fertig, und es kamen alle, die von ihr gehört hatten.',
      'Das Rad ist aus Eiche, und es dreht sich auch im Winter.',
    ];
    const chapters = [
      { title: 'Die Mühle', startMs: 0 },
      { title: 'Das Rad', startMs: 6000 },
    ];
    const [mill] = talkArticle(talk(lines), { language: null, chapters });
    expect(mill?.paragraphs.map(({ text }) => text).join(' ')).toMatch(/Am 6\. Oktober war sie fertig, .* gehört hatten\.$/);
  });

  it('starts a paragraph for each turn of a speaker', () => {
    const [chapter] = talkArticle(
      talk([
        ['Ann', 'How are you?'],
        ['Bo', 'Well.'],
        ['Bo', 'And you?'],
        ['Ann', 'Fine.'],
      ]),
      {
        chapters: [],
        language: 'en',
      },
    );
    expect(chapter?.title).toBeNull();
    expect(chapter?.paragraphs.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'Ann: How are you?',
      'Bo: Well. And you?',
      'Ann: Fine.',
    ]);
  });

  it('punctuates speech without losing a word, in Chinese too', () => {
    const lines = Array.from({ length: 80 }, (_, index) => `我们今天来讲第${index}个问题然后大家看一下这张图`);
    const segments = talk(lines, 900);
    const paragraphs = talkArticle(segments, { chapters: [], language: 'zh' }).flatMap((chapter) => chapter.paragraphs);
    expect(paragraphs.length).toBeGreaterThan(3);
    expect(letters(paragraphs.map(({ text }) => text).join(''))).toBe(letters(lines.join('')));
    for (const { text } of paragraphs) expect(text).toMatch(/。$/u);
  });

  it.each([
    ['en', 'Um, the the barn, uh, was, you know, made of stone.', 'The barn, was, made of stone.'],
    ['en', 'No, so we left.', 'No, so we left.'],
    ['en', 'Uh, um.', ''],
    ['en', 'Um! Uh?', ''],
    ['en', 'His umbrella, her ahem.', 'His umbrella, her ahem.'],
    ['zh', '呃，这个这个谷仓，嗯，是石头的。', '这个谷仓，是石头的。'],
    ['zh', '嗯。', ''],
  ] as const)('leaves hesitations out and meaning in (%s: %s)', (language, text, expected) => {
    expect(dropHesitations(text, language)).toBe(expected);
  });

  it('keeps every word in order with ascending times and segments, for any talk', () => {
    const text = fc
      .array(fc.constantFrom('barn', 'mill.', 'sack,', 'rye', '谷仓', '磨坊。', '3.5', 'Why?'), { minLength: 1, maxLength: 12 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.option(fc.constantFrom('A', 'B')), fc.nat(4000)), { minLength: 1, maxLength: 60 }),
        fc.array(fc.nat(200_000), { maxLength: 5 }),
        (lines, marks) => {
          let at = 0;
          const segments = lines.map(([words, speaker, gap], id): Segment => {
            at += gap;
            return { id, startMs: at, endMs: at + 500, text: words, ...(speaker ? { speaker } : {}) };
          });
          const article = talkArticle(segments, {
            chapters: marks.map((startMs) => ({ title: `at ${startMs}`, startMs })),
            language: null,
          });
          const paragraphs = article.flatMap((chapter) => chapter.paragraphs);
          expect(letters(paragraphs.map((one) => one.text).join(''))).toBe(letters(segments.map((one) => one.text).join('')));
          let before = { startMs: 0, first: 0 };
          for (const one of paragraphs) {
            expect(one.startMs).toBeGreaterThanOrEqual(before.startMs);
            expect(one.first).toBeGreaterThanOrEqual(before.first);
            expect(one.last).toBeGreaterThanOrEqual(one.first);
            expect(segments[one.first]?.startMs).toBe(one.startMs);
            before = one;
          }
        },
      ),
    );
  });
});

describe('CON-05 the paragraphs of a talk', () => {
  /** Sentences of so many characters, each so many milliseconds after the one before; the length of each paragraph. */
  const lengths = (language: 'en' | 'zh', ...said: [characters: number, pauseMs: number, opening?: string][]) => {
    let at = 0;
    const segments = said.map(([characters, pauseMs, opening = ''], id): Segment => {
      const [startMs, filler, mark] = [at + pauseMs, language === 'en' ? 'barns ' : '谷', language === 'en' ? '.' : '。'];
      at = startMs + 100;
      const text = `${opening}${filler.repeat(characters)}`.slice(0, characters - 4).trimEnd();
      return { id, startMs, endMs: at, text: text.padEnd(characters - 1, 'x') + mark };
    });
    return talkArticle(segments, { chapters: [], language }).flatMap(({ paragraphs }) =>
      paragraphs.map(({ text }) => text.length),
    );
  };

  it.each([
    ['en' as const, 280, 560, 950, 'So '],
    ['zh' as const, 110, 220, 380, '所以'],
  ])(
    'in %s end after %i characters at a long pause, after %i at a breath or a new thought, and before %i',
    (language, least, best, most, opening) => {
      const space = language === 'en' ? 1 : 0;
      expect(lengths(language, [least, 0], [20, 1500])).toEqual([least, 20]);
      expect(lengths(language, [least - 1, 0], [20, 1500])).toEqual([least - 1 + space + 20]);
      expect(lengths(language, [least, 0], [20, 1499])).toEqual([least + space + 20]);
      expect(lengths(language, [best, 0], [20, 700])).toEqual([best, 20]);
      expect(lengths(language, [best - 1, 0], [20, 700])).toEqual([best - 1 + space + 20]);
      expect(lengths(language, [best, 0], [20, 699])).toEqual([best + space + 20]);
      expect(lengths(language, [best, 0], [20, 0, opening])).toEqual([best, 20]);
      expect(lengths(language, [best - 1, 0], [20, 0, opening])).toEqual([best - 1 + space + 20]);
      const last = most - best - space - 50;
      expect(lengths(language, [best, 0], [50, 0], [last, 0])).toEqual([most + space]);
      expect(lengths(language, [best, 0], [50, 0], [last + 1, 0])).toEqual([best + space + 50, last + 1]);
    },
  );
});

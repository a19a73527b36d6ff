import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createQuoteFinder, type TextQuote } from '#lib/text/find-quote.ts';
import { createSearch } from '#lib/text/gram-index.ts';

function quote(text: string, words: string, from = 0): TextQuote {
  const start = text.indexOf(words, from);
  const found = createQuoteFinder(text).quoteAt(start, start + words.length);
  if (start < 0 || !found) throw new Error(`no ${words}`);
  return found;
}

function found(text: string, wanted: TextQuote): string | null {
  const place = createQuoteFinder(text).find(wanted);
  return place && text.slice(place.start, place.end);
}

const talk =
  'The village kept its grain in a stone barn near the river. Every autumn the families carried what they had gathered. A keeper weighed each sack and wrote its weight into a book. Then the mill was built and the price of flour began to fall.';
const zh =
  '村里的粮食存放在河边的石仓里。每年秋天，各家把收成送来。看守人称过每一袋，把重量写进账本。后来磨坊建成，面粉的价格开始下降。';

describe('CON-06 quotes', () => {
  test('leaves out white space at the ends', () => {
    const place = createQuoteFinder('one  two  three').quoteAt(3, 10);
    expect(place).toMatchObject({ exact: 'two', start: 5, alone: true });
    expect(createQuoteFinder('one  two').quoteAt(3, 5)).toBeNull();
  });

  test('finds the marked one of two equal places', () => {
    const text = 'the keeper saw the miller, and later the keeper met the priest';
    const second = quote(text, 'keeper', 10);
    const edited = `Once upon a time ${text}`;
    expect(createQuoteFinder(edited).find(second)?.start).toBe(edited.lastIndexOf('keeper'));
    const first = quote(text, 'keeper');
    expect(createQuoteFinder(edited).find(first)?.start).toBe(edited.indexOf('keeper'));
  });

  test('does not take a duplicate for deleted words', () => {
    const text = 'the keeper saw the miller, and later on market day every keeper met the priest';
    expect(found(text.replace('the keeper saw the miller, and ', ''), quote(text, 'keeper'))).toBeNull();
  });

  test('does not find a word inside a longer one', () => {
    const text = `${talk} It was an art.`;
    expect(found('They gave a party in the mill, and all came.', quote(text, 'art'))).toBeNull();
    expect(found('He saw grainfields everywhere', quote(talk, 'grain'))).toBeNull();
  });

  test('finds corrected words between their surroundings', () => {
    const wanted = quote(talk, 'A keeper weighed each sack and wrote its weight into a book.');
    expect(found(talk.replace('weighed each sack', 'weighed every sack'), wanted)).toBe(
      'A keeper weighed every sack and wrote its weight into a book.',
    );
    const chinese = quote(zh, '看守人称过每一袋，把重量写进账本');
    expect(found(zh.replace('称过每一袋', '称了每一袋'), chinese)).toBe('看守人称了每一袋，把重量写进账本');
  });

  test('finds words at the end of a text that lost no more of their beginning than a third', () => {
    const text = 'The village kept its grain in a stone barn. 1111111bcdefghijklmn';
    const wanted = quote(text, '1111111bcdefghijklmn');
    expect(found(text.replace('1111111', ''), wanted)).toBe('bcdefghijklmn');
    expect(found(text.replace('1111111b', ''), wanted)).toBeNull();
  });

  test('does not take a similar sentence for a deleted one', () => {
    const text = `${talk} In 1987 the oven cost a third of the price. Nobody knew why. In 1988 the oven cost a third of the price.`;
    const wanted = quote(text, 'In 1987 the oven cost a third of the price.');
    expect(found(text.replace('In 1987 the oven cost a third of the price. ', ''), wanted)).toBeNull();
  });

  test('finds words over broken and joined lines', () => {
    const wanted = quote('把重量写进\n账本，价格\n开始下降', '写进\n账本');
    expect(found('把重量写进账本，价格开始下降', wanted)).toBe('写进账本');
    expect(found(talk.replaceAll(' ', '\n'), quote(talk, 'stone barn'))).toBe('stone\nbarn');
  });

  test('finds a long quote in a long text with repeats', () => {
    const long = Array.from({ length: 10_000 }, (_, index) => `word${(index * 7919) % 40_009}`).join(' ');
    const wanted = quote(long, long.slice(30_000, 32_000));
    const edited = long.replace(long.slice(31_000, 31_010), 'changed');
    expect(createQuoteFinder(edited).find(wanted)?.how).toBe('near');
    const same = 'aaaaaaaa '.repeat(5000);
    createQuoteFinder(same).find({
      exact: `${'a'.repeat(2000)}b`,
      prefix: 'a'.repeat(32),
      suffix: 'a'.repeat(32),
      start: 20_000,
      alone: true,
    });
  });
});

test('CON-06 places a thousand highlights of a ten-hour script quickly, before and after an edit', () => {
  const words = ['the', 'village', 'kept', 'grain', 'stone', 'barn', 'river', 'autumn', 'families', 'keeper', 'sack'];
  const text = Array.from({ length: 100_000 }, (_, index) => `${words[(index * 7919) % 11]} ${(index * 31) % 1009}`).join(' ');
  const finder = createQuoteFinder(text);
  const quotes = Array.from({ length: 1000 }, (_, index) => {
    const start = (index * 104_729) % (text.length - 200);
    return finder.quoteAt(start, start + 20 + (index % 120));
  });
  const edited = createQuoteFinder(`A new beginning. ${text.slice(0, 300_000)} something new ${text.slice(300_000)}`);
  let lost = 0;
  for (const one of quotes) if (one && (!finder.find(one) || !edited.find(one))) lost++;
  // Without the index, this test would take a hundred times as long and exceed the runner's limit.
  expect(lost).toBeLessThan(10);
});

test('CON-06 finds the same places by index and by reading', () => {
  const unit = fc.constantFrom('a', 'b', 'ab', '河', '边', ' ', '😀');
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 40, maxLength: 80 }),
      fc.nat(),
      fc.integer({ min: 1, max: 20 }),
      (units, at, length) => {
        const text = units.join('').repeat(150);
        const words = text.slice(at % text.length, (at % text.length) + length);
        const search = createSearch(text);
        const read = search(words, 50);
        for (let again = 0; again < 30; again++) search('abab', 1);
        expect(search(words, 50)).toEqual(read);
        expect(search(`${words}never`, 50)).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

/** Each word occurs only once, so that the right place is known. */
const uniqueWords = fc.uniqueArray(fc.stringMatching(/^[a-z]{5,9}$/), { minLength: 12, maxLength: 60 });
const chineseWords = fc.uniqueArray(fc.stringMatching(/^[\u4e00-\u9fa5]{3,5}$/), { minLength: 12, maxLength: 60 });

type Token = { word: string; id: number | null };
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.integer({ min: 0, max: 6 }),
    insert: fc.array(fc.stringMatching(/^[A-Z]{4,8}$/), { maxLength: 5 }),
  }),
  { maxLength: 8 },
);

function applyEdits(tokens: Token[], list: { at: number; remove: number; insert: string[] }[]): Token[] {
  let edited = tokens;
  for (const { at, remove, insert } of list) {
    const from = Math.floor(at * edited.length);
    edited = edited.toSpliced(from, remove, ...insert.map((word) => ({ word, id: null })));
  }
  return edited;
}

describe.each([
  ['words', uniqueWords, ' '],
  ['Chinese', chineseWords, '，'],
])('CON-06 random edits of %s', (_name, words, gap) => {
  const scenes = fc.record({ words, from: fc.nat(), length: fc.integer({ min: 1, max: 8 }), edits });

  test('finds unchanged words at their place', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const tokens = scene.words.map((word, id): Token => ({ word, id }));
        const from = scene.from % tokens.length;
        const marked = tokens.slice(from, from + scene.length);
        const text = tokens.map(({ word }) => word).join(gap);
        const words = marked.map(({ word }) => word).join(gap);
        // Words that also occur inside other words are ambiguous from the start.
        fc.pre(text.indexOf(words) === text.lastIndexOf(words));
        const wanted = quote(text, words);
        const edited = applyEdits(tokens, scene.edits);
        const after = edited.map(({ word }) => word).join(gap);
        const at = edited.findIndex(({ id }) => id === marked[0]?.id);
        const whole = at >= 0 && marked.every(({ id }, index) => edited[at + index]?.id === id);
        const place = createQuoteFinder(after).find(wanted);
        if (whole) {
          expect(place).toMatchObject({ start: after.indexOf(words), end: after.indexOf(words) + words.length, how: 'exact' });
          return;
        }
        if (place === null) return;
        // Otherwise only a similar passage may be found, never one without any of the words.
        const left = marked.filter(({ word }) => after.slice(place.start, place.end).includes(word));
        expect(place.how).toBe('near');
        expect(left.length).toBeGreaterThan(0);
      }),
      { numRuns: 1500 },
    );
  });

  test('does not find deleted words', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const tokens = scene.words.map((word, id): Token => ({ word, id }));
        const from = scene.from % tokens.length;
        const marked = new Set(tokens.slice(from, from + scene.length).map(({ id }) => id));
        const text = tokens.map(({ word }) => word).join(gap);
        const words = tokens.slice(from, from + scene.length).map(({ word }) => word);
        const wanted = quote(text, words.join(gap));
        const edited = applyEdits(
          tokens.filter(({ id }) => !marked.has(id)),
          scene.edits,
        );
        const after = edited.map(({ word }) => word).join(gap);
        fc.pre(!words.some((word) => after.includes(word)));
        expect(createQuoteFinder(after).find(wanted)).toBeNull();
      }),
      { numRuns: 1500 },
    );
  });
});

test('CON-06 finds any quote at its place in its own text', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 300, unit: fc.constantFrom('a', 'b', ' ', '\n', '河', '边', '😀', '.') }),
      fc.nat(),
      fc.nat(),
      (text, a, b) => {
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y);
        const finder = createQuoteFinder(text);
        const wanted = finder.quoteAt(start, end);
        if (wanted === null) {
          expect(text.slice(start, end).trim()).toBe('');
          return;
        }
        const place = finder.find(wanted);
        expect(place && text.slice(place.start, place.end)).toBe(wanted.exact);
      },
    ),
    { numRuns: 2000 },
  );
});

test('CON-06 contains whole characters only', () => {
  const texts = fc.string({ maxLength: 200, unit: fc.constantFrom('a', ' ', '\n', '河', '𠮷', '😀', '.') });
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), fc.nat(), (text, a, b, c) => {
      const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y);
      const finder = createQuoteFinder(text);
      const wanted = finder.quoteAt(start, end);
      if (wanted === null) return;
      for (const words of [wanted.exact, wanted.prefix, wanted.suffix]) expect(words.isWellFormed()).toBe(true);
      expect(finder.reads({ start: wanted.start, end: wanted.start + wanted.exact.length, how: 'exact' }, wanted)).toBe(true);
      const cut = c % (text.length + 1);
      const edited = `${text.slice(0, cut)}😁${text.slice(cut)}`.toWellFormed();
      const place = createQuoteFinder(edited).find(wanted);
      if (place) expect(edited.slice(place.start, place.end).isWellFormed()).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('CON-06 finds words beside emoji and rare characters', () => {
  const emoji = `a${'😀'.repeat(40)} grain 𠮷${'😀'.repeat(40)}`;
  const wanted = quote(emoji, 'grain');
  expect(wanted.prefix.isWellFormed() && wanted.suffix.isWellFormed()).toBe(true);
  expect(found(`😁 ${emoji}`, wanted)).toBe('grain');
});

test('CON-06 a quote has its words, 32 characters of both sides and its place, but not beyond 64 with white space', () => {
  const text = `${'a'.repeat(40)}  b c  ${'d'.repeat(40)}`;
  expect(createQuoteFinder(text).quoteAt(41, 46)).toEqual({
    ...{ exact: 'b c', prefix: `${'a'.repeat(32)}  `, suffix: `  ${'d'.repeat(32)}`, start: 42, alone: true },
  });
  const spread = `a${' '.repeat(70)}b${' '.repeat(70)}c`;
  expect(createQuoteFinder(spread).quoteAt(71, 72)).toMatchObject({ prefix: ' '.repeat(64), suffix: ' '.repeat(64) });
  expect(createQuoteFinder('ab ab').quoteAt(0, 2)).toEqual({ exact: 'ab', prefix: '', suffix: ' ab', start: 0, alone: false });
  expect(createQuoteFinder('ab').quoteAt(2, 2)).toBeNull();
  expect(createQuoteFinder('\u200b\u2060\ufeff').quoteAt(0, 3)).toBeNull();
});

test('CON-06 a place reads as its quote while words and both sides are the same', () => {
  const wanted = quote('one two three', 'two');
  const reads = (text: string, start = 4, end = 7) => createQuoteFinder(text).reads({ start, end, how: 'exact' }, wanted);
  expect([reads('one two three'), reads('one two three', 3, 8), reads('one two trees'), reads('on, two three')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([reads('one too three'), reads('one two three', 7, 8), reads('one two three', 0, 3)]).toEqual([false, false, false]);
});

test('CON-06 of equal places the one with more of its sides counts, then the nearer one', () => {
  const text = 'left oven right, else oven other, left oven right, plain oven done';
  const placeOf = (from: number, edited = text) => createQuoteFinder(edited).find(quote(text, 'oven', from))?.start;
  expect([0, 10, 23, 45].map((from) => placeOf(from))).toEqual([5, 22, 39, 57]);
  // Both have the same sides: the nearer one to where it was.
  const twins = 'aaaa bbbb oven cccc dddd. aaaa bbbb oven cccc dddd.';
  const wanted = quote(twins, 'oven', 20);
  expect(createQuoteFinder(twins).find({ ...wanted, prefix: 'aaaa bbbb ', suffix: ' cccc dddd.' })?.start).toBe(36);
  expect(createQuoteFinder(twins).find({ ...wanted, prefix: 'aaaa bbbb ', suffix: ' cccc dddd.', start: 12 })?.start).toBe(10);
});

test('CON-06 unique words that are told apart are found without their sides, and others are not', () => {
  const without = (words: string, text: string) => found(text, quote(`before all ${words} behind them`, words));
  expect(without('grain', 'no grain here')).toBe('grain');
  expect(without('rye.', 'no rye. here')).toBeNull();
  expect(without('石仓库', '没有石仓库了')).toBe('石仓库');
  expect(without('石仓', '没有石仓了')).toBeNull();
  expect(without('grain', 'no grain here, grain there')).toBeNull();
  expect(without('grain', 'no grains here')).toBeNull();
  expect(without('grain', 'ungrain here')).toBeNull();
  expect(found('x', { exact: ' ', prefix: 'a', suffix: 'b', start: 0, alone: true })).toBeNull();
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import type { Segment } from '../domain.ts';
import { buildQuoteIndex, checkQuotes } from './check-quotes.ts';

function segmentsOf(...texts: string[]): Segment[] {
  return texts.map((text, id) => ({ id, startMs: id * 1000, endMs: id * 1000 + 1000, text }));
}

const segments = segmentsOf(
  'Good morning everyone, and welcome back.',
  'The first law of thermodynamics says energy is conserved.',
  'We measured it twelve times, in three laboratories.',
  '我们今天讲的是区块链的共识机制，',
  '以及它为什么不需要中心化的信任。',
);
const index = buildQuoteIndex(segments);

describe('checkQuotes', () => {
  test('keeps a quotation that is in the cited lines', () => {
    const found = checkQuotes({ text: 'He said “energy is conserved”.', segmentIds: [1] }, segments, index);
    expect(found).toEqual({ text: 'He said “energy is conserved”.', segmentIds: [1], verified: 1, repaired: 0, unmarked: 0 });
  });

  test('keeps the marks between the lines of a corrected quotation', () => {
    const text = '“energy is conserved. We measured it twelve time, in three lab”';
    expect(checkQuotes({ text, segmentIds: [1] }, segments, index).text).toBe(
      '“energy is conserved. We measured it twelve times, in three laboratories”',
    );
  });

  test('moves the reference to the quoted lines', () => {
    const many = segmentsOf(
      ...Array.from({ length: 20 }, (_, id) => `filler sentence number ${id} about nothing`),
      'the budget was cut by a third',
    );
    const found = checkQuotes({ text: '"the budget was cut by a third"', segmentIds: [2] }, many, buildQuoteIndex(many));
    expect(found.segmentIds).toEqual([20]);
    expect(found.verified).toBe(1);
  });

  test.each([
    ['“以及它为何不需要中心化的信任”', '“以及它为什么不需要中心化的信任”'],
    ['“我们今天讲的是区块链的共识机理”', '“我们今天讲的是区块链的共识机制”'],
    ['“他们今天讲的是区块链的共识机制”', '“我们今天讲的是区块链的共识机制”'],
    ['“它为什么不需要中心化的信心”', '“它为什么不需要中心化的信任”'],
    // What the model added after the words of the source goes.
    ['“以及它为什么不需要中心化的信任了”', '“以及它为什么不需要中心化的信任”'],
  ])('corrects the Chinese quotation %s to its last character', (quote, corrected) => {
    const found = checkQuotes({ text: `他说${quote}。`, segmentIds: [3, 4] }, segments, index);
    expect(found).toMatchObject({ text: `他说${corrected}。`, repaired: 1 });
  });

  test('corrects nearly right quotations', () => {
    const found = checkQuotes(
      { text: '“the first law of thermodynamic says energy is conserved”', segmentIds: [1] },
      segments,
      index,
    );
    expect(found.text).toBe('“The first law of thermodynamics says energy is conserved”');
    expect(found.repaired).toBe(1);
  });

  test('finds Chinese words across a line break and through punctuation', () => {
    const found = checkQuotes(
      { text: '他说「区块链的共识机制以及它为什么不需要中心化的信任」', segmentIds: [3] },
      segments,
      index,
    );
    expect(found).toMatchObject({ verified: 1, unmarked: 0, segmentIds: [3] });
  });

  test('finds words in the other form of Chinese and keeps their form', () => {
    const found = checkQuotes({ text: '他說「區塊鏈的共識機制以及它為什麼不需要」', segmentIds: [3] }, segments, index);
    expect(found).toMatchObject({ text: '他說「區塊鏈的共識機制以及它為什麼不需要」', verified: 1, unmarked: 0 });
  });

  test('keeps a quotation with an ellipsis when its pieces are in order', () => {
    const whole = { text: '‘We measured it … in three laboratories.’', segmentIds: [2] };
    expect(checkQuotes(whole, segments, index)).toMatchObject({ text: whole.text, verified: 1, unmarked: 0 });
    const turned = checkQuotes({ text: '“in three laboratories … We measured it”', segmentIds: [2] }, segments, index);
    expect(turned).toMatchObject({ verified: 0, unmarked: 1 });
  });

  test('finds traditional characters quoted in simplified ones', () => {
    const traditional = segmentsOf('我們今天講的是區塊鏈的共識機制，');
    const found = checkQuotes(
      { text: '“今天讲的是区块链的共识机制”', segmentIds: [0] },
      traditional,
      buildQuoteIndex(traditional),
    );
    expect(found).toMatchObject({ verified: 1, unmarked: 0 });
  });

  test('cites both places of two quotations from elsewhere', () => {
    const many = segmentsOf(
      ...Array.from({ length: 40 }, (_, id) =>
        id === 12 ? 'the kiln was built of red bricks' : id === 30 ? 'and the bridge was never finished' : `filler number ${id}`,
      ),
    );
    const text = '“the kiln was built of red bricks”, but “the bridge was never finished”';
    expect(checkQuotes({ text, segmentIds: [1] }, many, buildQuoteIndex(many)).segmentIds).toEqual([12, 30]);
  });

  test('removes the quotation marks of invented words', () => {
    const found = checkQuotes({ text: '“energy can be created from nothing at all”', segmentIds: [1] }, segments, index);
    expect(found).toMatchObject({ text: 'energy can be created from nothing at all', unmarked: 1 });
  });

  test.each([
    '他比较了"AI"与大语言模型近年的发展，以及"GPT"的作用。',
    'The flag "on" means shipping at once, and "off" means waiting.',
    'An empty "" and a "b" beside some other words, then "c".',
    'A disk of 5" that nobody could ever have written to, and "on" again.',
    `He said "${'a long tale of many words '.repeat(30).trim()}" and that was all, with a "b".`,
  ])('what stands between two terms is no quotation: %s', (text) => {
    expect(checkQuotes({ text, segmentIds: [1] }, segments, index)).toMatchObject({ text, verified: 0, unmarked: 0 });
  });

  test('checks a quotation after a quoted term', () => {
    const found = checkQuotes(
      { text: 'The "law" says "energy is conserved", not "energy is made of nothing".', segmentIds: [1] },
      segments,
      index,
    );
    expect(found).toMatchObject({
      text: 'The "law" says "energy is conserved", not energy is made of nothing.',
      verified: 1,
      unmarked: 1,
    });
  });

  test('reads any text in linear time', () => {
    for (const piece of ['"', '" ', '"a ', '“', '“a', '「', '‘', '‘a ', '…', '"aaaa … bbbb', ' '])
      for (const end of ['', '"', '”'])
        expectLinearTime((share) =>
          checkQuotes({ text: `x "${run(piece, 50_000 * share)}${end}`, segmentIds: [1] }, segments, index),
        );
  });

  test('never leaves a quotation that is not in the source', () => {
    const all = segments
      .map((segment) => segment.text)
      .join('')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 4, maxLength: 80 }), (quote) => {
        const found = checkQuotes({ text: `“${quote}”`, segmentIds: [0] }, segments, index);
        const left = /“([^”]*)”/.exec(found.text)?.[1];
        const folded = (left ?? '')
          .normalize('NFKC')
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]/gu, '');
        if (left !== undefined && folded.length >= 6) expect(all).toContain(folded);
      }),
    );
  });
});

describe('a quotation', () => {
  const source = segmentsOf(
    'The barn stood by the river.',
    'Grain was kept dry in stone jars.',
    'Nobody knew who built it.',
    ...['one', 'two', 'three', 'four', 'five', 'six'],
    'The barn stood by the river, they said.',
    'abcdefghijklmnopqrst uvw',
    '我们今天讲的是区块链，',
    '它的共识机制。',
    'alpha beta',
    'gamma delta',
    'epsilon zeta',
    'eta theta iota',
  );
  const sourceIndex = buildQuoteIndex(source);
  /** The text, its lines, and what became of its quotations. */
  const checked = (text: string, segmentIds: number[]) => {
    const { text: after, segmentIds: ids, verified, repaired, unmarked } = checkQuotes({ text, segmentIds }, source, sourceIndex);
    return `${after} @${ids.join()} ${verified}-${repaired}-${unmarked}`;
  };

  test.each([
    ['“abcde”', 0, '“abcde” @0 0-0-0'],
    ['“abcdef”', 0, '“abcdef” @10 1-0-0'],
    ['“a b c d e”', 10, '“a b c d e” @10 0-0-0'],
    ['“a b c d e f”', 10, '“a b c d e f” @10 1-0-0'],
    ['‘stood by the river’', 0, '‘stood by the river’ @0 1-0-0'],
    ['it’s ‘stood by the river’s edge', 0, 'it’s ‘stood by the river’s edge @0 0-0-0'],
    ['"stood by the river"', 0, '"stood by the river" @0 1-0-0'],
    ['" stood by the river"', 0, '" stood by the river" @0 0-0-0'],
    ['"stood by the river "', 0, '"stood by the river " @0 0-0-0'],
    ['『今天讲的是区块链它的共识机制』', 0, '『今天讲的是区块链它的共识机制』 @11,12 1-0-0'],
  ])('is what has six letters or more in marks: %s', (text, id, expected) => {
    expect(checked(text, [id])).toBe(expected);
  });

  test('is longer than no four hundred characters', () => {
    const words = (count: number) => `“${'stood by '.repeat(44)}${'a'.repeat(count)}”`;
    expect(checked(words(4), [0])).toBe(`${words(4).slice(1, -1)} @0 0-0-1`);
    expect(checked(words(5), [0])).toBe(`${words(5)} @0 0-0-0`);
    const straight = (count: number) => words(count).replace('“', '"').replace('”', '"');
    expect(checked(straight(4), [0])).toBe(`${straight(4).slice(1, -1)} @0 0-0-1`);
    expect(checked(straight(5), [0])).toBe(`${straight(5)} @0 0-0-0`);
  });

  test.each([
    [[3], '3'],
    // It is said again in line 9, which is the first place from three lines before the cited one.
    [[4], '9'],
    [[12], '12'],
    [[13], '0'],
    [[], '0'],
    [[5, 12], '5,12'],
  ])('in the lines %j rests on %s', (ids, places) => {
    expect(checked('“stood by the river”', ids)).toBe(`“stood by the river” @${places} 1-0-0`);
  });

  test('from elsewhere takes its lines along, and leaves those of another', () => {
    expect(checked('“kept dry in stone”', [4])).toBe('“kept dry in stone” @4 1-0-0');
    expect(checked('“kept dry in stone”', [5])).toBe('“kept dry in stone” @1 1-0-0');
    expect(checked('“kept dry in stone” and “abcdefghijkl”', [6])).toBe('“kept dry in stone” and “abcdefghijkl” @1,10 2-0-0');
    expect(checked('“said nobody ever here”, “kept dry in stone”', [1])).toBe(
      'said nobody ever here, “kept dry in stone” @1 1-0-1',
    );
  });

  test.each([
    ['“Nobody … built it”', '“Nobody … built it” @2 1-0-0'],
    ['“Nobody ... it was”', 'Nobody ... it was @2 0-0-1'],
    ['“Nobo… knew who”', '“Nobo… knew who” @2 1-0-0'],
    ['“Nob… knew who”', 'Nob… knew who @2 0-0-1'],
    ['“The barn … kept dry”', '“The barn … kept dry” @2 1-0-0'],
    ['“The barn … in stone jars”', '“The barn … in stone jars” @2 1-0-0'],
    ['“stood by … built it”', '“stood by … built it” @2 1-0-0'],
    ['“The b… who built it”', '“The b… who built it” @2 1-0-0'],
    ['“The b… onetwothree”', '“The b… onetwothree” @2 1-0-0'],
    ['“The b… five six”', 'The b… five six @2 0-0-1'],
    ['“The barn [...] by the river [...] Grain was”', '“The barn [...] by the river [...] Grain was” @2 1-0-0'],
    ['“knew who … kept dry”', 'knew who … kept dry @2 0-0-1'],
    ['“Grain was … kept dry … zeta”', 'Grain was … kept dry … zeta @2 0-0-1'],
  ])('with words left out has its pieces in order and near each other: %s', (text, expected) => {
    expect(checked(text, [2])).toBe(expected);
  });

  test.each([
    // Three letters of twenty may differ.
    ['“abcdefghijklmnopqXYZ”', 10, '“abcdefghijklmnopqrst” @10 0-1-0'],
    ['“abcdefghijklmnopWXYZ”', 10, 'abcdefghijklmnopWXYZ @10 0-0-1'],
    ['“abcdefghijkX”', 10, '“abcdefghijklmnopqrst” @10 0-1-0'],
    ['“abcdefghijX”', 10, 'abcdefghijX @10 0-0-1'],
    ['“bcdXfghijklmnopqrst”', 10, '“abcdefghijklmnopqrst” @10 0-1-0'],
    ['“bcdefgXhijklmnopqrst”', 0, '“abcdefghijklmnopqrst” @10 0-1-0'],
    ['“Grain wax kept dry, in stone jars”', 1, '“Grain was kept dry in stone jars” @1 0-1-0'],
    ['“beta gamma delta epsilxn”', 13, '“beta gamma delta epsilon” @13 0-1-0'],
    ['“beta gamma delta epsilxn”', 0, '“beta gamma delta epsilon” @13,14,15 0-1-0'],
    ['“beta gamma delta epsilon zetx”', 13, '“beta gamma delta epsilon zeta” @13 0-1-0'],
    // It would reach over four lines.
    ['“beta gamma delta epsilon zeta etx theta”', 13, 'beta gamma delta epsilon zeta etx theta @13 0-0-1'],
    ['「今天讲的是区块连它的共识机制」', 11, '「今天讲的是区块链，它的共识机制」 @11 0-1-0'],
  ])('that is nearly right is put right: %s', (text, id, expected) => {
    expect(checked(text, [id])).toBe(expected);
  });
});

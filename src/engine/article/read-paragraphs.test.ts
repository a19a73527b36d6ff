import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileLines, lineReference, run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { placeParagraphs, readParagraphs } from './read-paragraphs.ts';

const range = { first: 10, last: 60 };
const placed = (answer: string) => placeParagraphs(readParagraphs(answer, range).paragraphs, range);

describe('CON-05 the paragraphs of a written article', () => {
  it.each([
    ['One. [L10-L20]\n\nTwo. [L21-L60]', [10, 20, 21, 60]],
    ['One. [L10–L20]\nTwo. 【L21-60】', [10, 20, 21, 60]],
    ['One. (L10, L14-L20)\n\nTwo. [L21]', [10, 20, 21, 21]],
    ['One. (L10 L20 L30)\n\nTwo. [L31 L25-L60]', [10, 25, 25, 60]],
    ['One.\n[L10-L20]\n\nTwo.\n\n[L21-L60]', [10, 20, 21, 60]],
    ['One [L10] and more. [L11-L20]\nTwo. [L21-L60]', [10, 20, 21, 60]],
    // References beyond the lines, before them, and in descending order.
    ['One. [L10-L20]\n\nTwo. [L21-L999]', [10, 20, 21, 60]],
    ['One. [L10-L20]\n\nTwo. [L500-L999]', [10, 20, 21, 60]],
    ['One. [L10-L20]\n\nTwo. [L3-L5]\n\nThree. [L41-L60]', [10, 20, 21, 40, 41, 60]],
    ['One. [L10-L20]\n\nTwo. [L55-L60]\n\nThree. [L30-L40]\n\nFour. [L41-L60]', [10, 20, 21, 29, 30, 40, 41, 60]],
    ['# A heading\n\n- One. [L10-L20]\n\n---\n\n2. Two. [L21-L60]', [10, 20, 21, 60]],
    ['<think>I might [L10]\n\nwrite</think>One. [L10-L60]', [10, 60]],
    ['One is open', [10, 60]],
  ])('%j stands on %j', (answer, lines) => {
    expect(placed(answer).flatMap(({ first, last }) => [first, last])).toEqual(lines);
  });

  it('joins a paragraph without a place to the one before', () => {
    expect(placed('One. [L10-L60]\n\nTwo. [L99]')).toEqual([{ text: 'One. Two.', first: 10, last: 60 }]);
    expect(placed('')).toEqual([]);
    expect(placed('[L10-L60]')).toEqual([]);
  });

  it('reports an answer that stopped within a paragraph', () => {
    expect(readParagraphs('One. [L10-L20]\n\nTwo is not', range).open).toBe(true);
    expect(readParagraphs('One. [L10-L20]\n\nTwo. [L21-', range).open).toBe(true);
    expect(readParagraphs('One. [L10-L20]\n\nTwo. [L21-L30]', range).open).toBe(false);
    expect(readParagraphs('One. [L10-L20]\n', range).open).toBe(false);
  });

  it('drops markup, links and invisible characters', () => {
    const [one] = placed(
      '**One** [two](https://evil.example) ![x](https://evil.example/p.png) <img src=x>`three`\u202e\u200b. [L10]',
    );
    expect(one?.text).toBe('One two x three.');
    expect(placed('👨‍👩‍👧 می‌رود. [L10]')[0]?.text).toBe('👨‍👩‍👧 می‌رود.');
  });

  it('returns existing lines, ascending places and every plain word for any answer', () => {
    const number = fc.oneof(fc.nat(80), fc.nat(5000));
    const reference = fc.oneof(
      fc.tuple(number, number).map(([a, b]) => `[L${a}-L${b}]`),
      number.map((a) => `[L${a}]`),
      fc.tuple(number, number).map(([a, b]) => `（L${a}，L${b}）`),
      fc.constantFrom('[L', '[L1', '[]', '[L99999999999]', '', '[12]', '[L12 L13'),
    );
    const piece = fc.tuple(
      fc.constantFrom('barn', '谷仓', 'mill. ', 'A sack', ''),
      reference,
      fc.constantFrom('\n\n', '\n', ' '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const answer = pieces.map((parts) => parts.join('')).join('');
        const result = placed(answer);
        let before = range.first;
        for (const { first, last, text } of result) {
          expect(first).toBeGreaterThanOrEqual(before);
          expect(last).toBeGreaterThanOrEqual(first);
          expect(last).toBeLessThanOrEqual(range.last);
          expect(text.trim()).not.toBe('');
          before = first;
        }
        const words = (text: string) => text.match(/barn|谷仓|mill|sack/g)?.length ?? 0;
        expect(words(result.map(({ text }) => text).join(' '))).toBe(words(answer));
      }),
      { numRuns: 500 },
    );
  });

  it('reads every reference of an honest model', () => {
    fc.assert(
      fc.property(lineReference, ({ text, ids }) => {
        expect(readParagraphs(`It fell. ${text}`, { first: 0, last: 59 }).paragraphs).toEqual([
          { text: 'It fell.', lines: { first: ids[0], last: ids.at(-1) } },
        ]);
      }),
    );
  });

  it('reads any answer in linear time', () => {
    for (const line of hostileLines) expectLinearTime((share) => readParagraphs(line(20_000 * share), range));
    for (const piece of ['[L1 ', '（L1, ', ' ', '![', '[a]('])
      expectLinearTime((share) => readParagraphs(`x ${run(piece, 100_000 * share)}x`, range));
  });
});

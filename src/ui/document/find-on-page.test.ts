import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOnPage, type TextSpan } from './find-on-page.ts';

function wordsAt(items: readonly string[], spans: readonly TextSpan[]): string[] {
  return spans.map(({ item, from, to }) => (items[item] ?? '').slice(from, to));
}

describe('CON-08 the words of a claim on a page', () => {
  it.each([
    ['in one item', ['Before. The kiln burns all night. After.'], 'The kiln burns all night.', ['The kiln burns all night']],
    [
      'over lines with a hyphen between',
      ['Some of the tem-', 'perature is lost', ' in the chimney.'],
      'temperature is lost in the chimney',
      ['tem', 'perature is lost', 'in the chimney'],
    ],
    [
      'in Chinese set in pieces',
      ['陶窑的', '温度可以', '保持十一个小时'],
      '温度可以保持十一个小时',
      ['温度可以', '保持十一个小时'],
    ],
    ['with ligatures and wide letters', ['The eﬃcient ｋｉｌｎ'], 'efficient kiln', ['eﬃcient ｋｉｌｎ']],
    ['beside characters of two units', ['𝒳𝒴 the kiln 𝒵'], 'the kiln', ['the kiln']],
    [
      'that begin on this page and end on the next',
      ['Footer 3', 'The families repair the mill each spring with the stones'],
      'The families repair the mill each spring with the stones that the water brought down in the winter before.',
      ['The families repair the mill each spring with the stones'],
    ],
    [
      'with a footnote mark between',
      ['The families repair the mill', '17', ' each spring with stones.'],
      'The families repair the mill each spring with stones.',
      ['The families repair the mill', 'each spring with stones'],
    ],
    ['as far as six hundred letters', ['a'.repeat(700)], 'a'.repeat(650), ['a'.repeat(600)]],
    ['before the hundred thousandth letter', ['b'.repeat(99_990), 'c'.repeat(20)], 'c'.repeat(10), ['c'.repeat(10)]],
  ])('%s', (_case, items, wanted, found) => {
    expect(wordsAt(items, findOnPage(items, wanted))).toEqual(found);
  });

  it('are not looked for behind the hundred thousandth letter', () => {
    expect(findOnPage(['b'.repeat(100_000), 'the kiln'], 'the kiln')).toEqual([]);
  });

  it.each([
    ['of nothing', ''],
    ['of marks alone', '— … !'],
    ['that stand elsewhere', 'The river carries the sand of a hundred valleys to the sea.'],
    [
      'of which too little is here',
      'All the families of the valley said: nobody has ever seen the other side of the great northern wall.',
    ],
  ])('%s are not found', (_case, wanted) => {
    expect(findOnPage(['The families of the valley repair the mill.'], wanted)).toEqual([]);
  });

  it('are found wherever a page is cut into items', () => {
    const zText = fc.array(fc.constantFrom('kiln', 'über', '火候', 'ﬁre', '𠮷田', 'e\u0301t', 'the', '1987,', '%'), {
      minLength: 3,
      maxLength: 30,
    });
    fc.assert(
      fc.property(zText, fc.array(fc.nat(200), { maxLength: 12 }), fc.nat(20), (words, cuts, from) => {
        const text = words.join(' ');
        const ends = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
        const items = [0, ...ends].map((start, index) => text.slice(start, ends[index] ?? text.length));
        const wanted = words.slice(from % words.length).join(' ');
        const spans = findOnPage(items, wanted);
        const plain = (part: string) => part.replace(/[^\p{L}\p{N}]/gu, '');
        for (const { item, from: start, to } of spans) {
          expect(start).toBeLessThan(to);
          expect(to).toBeLessThanOrEqual(items[item]?.length ?? 0);
        }
        // Halves of a surrogate pair are letters of neither item.
        if (items.every((item) => item.isWellFormed())) expect(plain(wordsAt(items, spans).join(''))).toBe(plain(wanted));
      }),
    );
  });
});

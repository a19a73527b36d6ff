import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cachedMeasure, firstLines, wrapText } from './wrap-text.ts';

function measure(text: string): number {
  let width = 0;
  for (const char of text) width += char.charCodeAt(0) < 0x2e80 ? 8 : 16;
  return width;
}

describe('CON-03 wrapping labels', () => {
  it('breaks Latin text at spaces and Chinese anywhere', () => {
    expect(wrapText('one two three', 56, measure)).toEqual(['one two', 'three']);
    expect(wrapText('一二三四五', 48, measure)).toEqual(['一二三', '四五']);
  });

  it('punctuation never begins a line and an opening bracket never ends one', () => {
    expect(wrapText('一二三，四', 48, measure)).toEqual(['一二', '三，四']);
    expect(wrapText('一二（三）四', 48, measure)).toEqual(['一二', '（三）', '四']);
  });

  it('cuts a word that is wider than a line', () => {
    expect(wrapText('see https://example.org/x now', 80, measure)).toEqual(['see', 'https://ex', 'ample.org/', 'x now']);
  });

  it('a blank text is one empty line', () => {
    expect(wrapText('  ', 80, measure)).toEqual(['']);
  });

  it('loses no character and stays within the width', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '一', '二', '，', '。', '（', '）', '"'), maxLength: 60 });
    fc.assert(
      fc.property(text, (input) => {
        const lines = wrapText(input, 96, measure);
        expect(lines.join('').replace(/\s/g, '')).toBe(input.replace(/\s/g, ''));
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(96);
      }),
    );
  });

  it('breaks between letters of one script, and takes marks and spaces along', () => {
    expect(wrapText('ひらカタ한글', 16, measure)).toEqual(['ひ', 'ら', 'カ', 'タ', '한', '글']);
    expect(wrapText('oven一', 40, measure)).toEqual(['oven', '一']);
    expect(wrapText('e\u0301e\u0301', 16, measure)).toEqual(['e\u0301', 'e\u0301']);
    expect(wrapText('  one \n\t two  ', 200, measure)).toEqual(['one two']);
    expect(wrapText('one two', 24, measure)).toEqual(['one', 'two']);
    // Text that fits exactly is not cut, also on a line with text before it.
    expect(wrapText('a bcde', 32, measure)).toEqual(['a', 'bcde']);
    expect(wrapText('abcde', 32, measure)).toEqual(['abcd', 'e']);
    // A mark or bracket does not attach to a space.
    expect(wrapText('一 ，二', 48, measure)).toEqual(['一 ，', '二']);
    expect(wrapText('一（ 二三', 48, measure)).toEqual(['一（', '二三']);
    // A mark inside a word does not count as one at its beginning.
    expect(wrapText('一a,b', 32, measure)).toEqual(['一', 'a,b']);
    expect(wrapText('a(b一', 24, measure)).toEqual(['a(b', '一']);
    expect(wrapText('一二。', 32, measure)).toEqual(['一', '二。']);
  });

  it('keeps the first lines, the last of which says that there are more', () => {
    const lines = ['one', 'two', 'three'];
    expect([firstLines(lines, 3, 80, measure), firstLines(lines, 4, 80, measure)]).toEqual([lines, lines]);
    expect(firstLines(lines, 3, 80, measure)).not.toBe(lines);
    expect(firstLines(lines, 2, 80, measure)).toEqual(['one', 'two…']);
    // The line is cut to leave room for the ellipsis.
    expect(firstLines(lines, 2, 32, measure)).toEqual(['one', 'two…']);
    expect(firstLines(['one', ' a b c', 'more'], 2, 40, measure)).toEqual(['one', ' a b…']);
    expect(firstLines(['one', 'a b c', 'more'], 2, 24, measure)).toEqual(['one', 'a…']);
    expect(firstLines(['oe\u0301', 'more'], 1, 16, measure)).toEqual(['o…']);
    expect(firstLines(['one', 'more'], 1, 0, measure)).toEqual(['…']);
    expect(lines).toEqual(['one', 'two', 'three']);
  });

  it('measures the same text once', () => {
    let calls = 0;
    const cached = cachedMeasure((text) => {
      calls++;
      return text.length;
    });
    expect([cached('ab'), cached('ab'), cached('c')]).toEqual([2, 2, 1]);
    expect(calls).toBe(2);
  });
});

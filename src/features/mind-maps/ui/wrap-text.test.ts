import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cachedMeasure, wrapText } from './wrap-text.ts';

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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldLetters } from './fold-text.ts';

describe('CON-11 folded text', () => {
  test('ignores width, case, spaces and punctuation between letters', () => {
    expect(foldLetters('ＧＰＴ－４ 模型！')).toBe(foldLetters('gpt-4模型'));
    expect(foldLetters('３．１４')).toBe('314');
  });

  test('is folded once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldLetters(foldLetters(text))).toBe(foldLetters(text));
      }),
    );
  });
});

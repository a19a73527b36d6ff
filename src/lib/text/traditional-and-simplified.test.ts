import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldHan, formsOf } from './traditional-and-simplified.ts';

describe('CON-11 traditional and simplified characters', () => {
  test('equates traditional and simplified characters, with regional forms', () => {
    expect(foldHan('視頻裡說了麼')).toBe(foldHan('视频里说了么'));
    expect(foldHan('裏面的臺灣')).toBe(foldHan('里面的台湾'));
    expect(foldHan('看著衆人')).toBe(foldHan('看着众人'));
    expect(foldHan('为')).toBe(foldHan('爲'));
    expect(foldHan('發')).toBe(foldHan('髮'));
    // Different characters stay different.
    expect(foldHan('大')).not.toBe(foldHan('太'));
    expect(foldHan('买')).not.toBe(foldHan('卖'));
  });

  test('lists every form of a character', () => {
    expect(formsOf('视')).toEqual(expect.arrayContaining(['视', '視']));
    expect(formsOf('臺')).toEqual(expect.arrayContaining(['台', '臺', '檯', '颱']));
    expect(formsOf('x')).toEqual(['x']);
  });

  test('keeps any text’s length and is idempotent', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'grapheme' }),
            fc.integer({ min: 0x3400, max: 0x9fff }).map((code) => String.fromCharCode(code)),
          ),
        ),
        (parts) => {
          const text = parts.join('');
          const folded = foldHan(text);
          expect(folded.length).toBe(text.length);
          expect(foldHan(folded)).toBe(folded);
        },
      ),
    );
  });

  test('is made quickly for a ten-hour script', () => {
    const text = '村裡的糧食存放在河邊的石倉裡，看守人稱過每一袋'.repeat(25_000);
    expect(foldHan(text)).toHaveLength(text.length);
  });
});

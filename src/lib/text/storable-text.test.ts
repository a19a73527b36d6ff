import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storable, storableText, textMender } from './storable-text.ts';
import { zTypedText } from './typed-text.ts';

const anyText = fc.string({ unit: fc.constantFrom('a', '发', '😀', '\u0000', '\ud83d', '\ude00', '\n', ' ') });

test('removes NUL from a text and replaces half a character by U+FFFD', () => {
  expect(storableText('a\u0000b')).toBe('ab');
  expect(storableText('a\ud83d\u0000\ude00b')).toBe('a\ufffd\ufffdb');
  expect(storableText('发展 😀\n\t')).toBe('发展 😀\n\t');
});

test('mends every text in a value and keeps the rest', () => {
  const date = new Date(0);
  expect(storable({ 'k\u0000': ['a\u0000', 1, null, { deep: '\ud83d' }], none: undefined, yes: true, date })).toEqual({
    k: ['a', 1, null, { deep: '\ufffd' }],
    none: undefined,
    yes: true,
    date,
  });
  const text = storable<string | null>('a\u0000');
  expect(text).toBe('a');
});

test('gives one text for any pieces', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(12), { maxLength: 8 }), (text, cuts) => {
      const mender = textMender();
      let out = '';
      let from = 0;
      for (const length of cuts) {
        out += mender.push(text.slice(from, from + length));
        expect(out.isWellFormed()).toBe(true);
        from += length;
      }
      out += mender.push(text.slice(from)) + mender.end();
      expect(out).toBe(storableText(text));
    }),
  );
});

test('measures typed text as it is stored', () => {
  const zName = zTypedText.trim().min(1).max(3);
  expect(zName.parse(' a\u0000bc\u0000 ')).toBe('abc');
  expect(zName.parse('\ud83d')).toBe('\ufffd');
  expect(zName.safeParse(' \u0000 ').success).toBe(false);
  expect(zName.safeParse('abcd').success).toBe(false);
});

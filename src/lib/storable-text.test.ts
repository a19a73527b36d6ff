import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storable, storableText, textMender } from './storable-text.ts';
import { zTypedText } from './typed-text.ts';

const anyText = fc.string({ unit: fc.constantFrom('a', '发', '😀', '\u0000', '\ud83d', '\ude00', '\n', ' ') });

test('a text loses NUL, and half a character becomes the sign for one that is not known', () => {
  expect(storableText('a\u0000b')).toBe('ab');
  expect(storableText('a\ud83d\u0000\ude00b')).toBe('a\ufffd\ufffdb');
  expect(storableText('发展 😀\n\t')).toBe('发展 😀\n\t');
});

test('so does every text in a value, whatever else is in it', () => {
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

test('a text that comes in pieces is the same text, however it is cut', () => {
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

test('what is typed is measured as it is kept', () => {
  const zName = zTypedText.trim().min(1).max(3);
  expect(zName.parse(' a\u0000bc\u0000 ')).toBe('abc');
  expect(zName.parse('\ud83d')).toBe('\ufffd');
  expect(zName.safeParse(' \u0000 ').success).toBe(false);
  expect(zName.safeParse('abcd').success).toBe(false);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCollectionName } from './clean-collection-name.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

test('COL-01 a name is one line of visible text', () => {
  expect(cleanCollectionName('  My\n\tlist  ')).toBe('My list');
  expect(cleanCollectionName('a\u0000b\u202ec\u200b')).toBe('a bc');
  expect(cleanCollectionName('\ud800 x')).toBe('\ufffd x');
  expect(cleanCollectionName('👩‍💻 代码')).toBe('👩‍💻 代码');
  for (const nothing of ['', ' ', '\u200b\u200d', '\u0301', '\u3000\n', '\u202e', '\u00ad'])
    expect(cleanCollectionName(nothing)).toBe('');
});

test('COL-01 a clean name is stored as it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = cleanCollectionName(text);
      expect(cleanCollectionName(name)).toBe(name);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }),
  );
});

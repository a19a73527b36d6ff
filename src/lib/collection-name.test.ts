import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCollectionName, cutName } from './collection-name.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const count = (text: string) => [...new Intl.Segmenter().segment(text)].length;

test('CON-12 a name is cut after twelve characters as readers count them, and one of twelve stays whole', () => {
  expect(cutName('abcdefghijkl', 12)).toBe('abcdefghijkl');
  expect(cutName('abcdefghijklm', 12)).toBe('abcdefghijkl…');
  expect(cutName('机器学习入门与实践笔记全集', 12)).toBe('机器学习入门与实践笔记全…');
  const family = '👩‍👩‍👧‍👦';
  expect(cutName(family.repeat(12), 12)).toBe(family.repeat(12));
  expect(cutName(family.repeat(13), 12)).toBe(`${family.repeat(12)}…`);
  expect(cutName('e\u0301'.repeat(13), 12)).toBe(`${'e\u0301'.repeat(12)}…`);
  expect(cutName('', 12)).toBe('');
});

test('CON-12 a cut name is the beginning of the name, never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const cut = cutName(name, 12);
      if (count(name) <= 12) expect(cut).toBe(name);
      else {
        expect(cut.endsWith('…')).toBe(true);
        expect(name.startsWith(cut.slice(0, -1))).toBe(true);
        expect(count(cut.slice(0, -1))).toBe(12);
      }
    }),
  );
});

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

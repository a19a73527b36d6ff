import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, sliceWhole, splitsCharacter } from './cut-text.ts';

const count = (text: string) => [...new Intl.Segmenter().segment(text)].length;

test('CON-12 cutText cuts a name after twelve graphemes and keeps one of twelve', () => {
  expect(cutText('abcdefghijkl', 12)).toBe('abcdefghijkl');
  expect(cutText('abcdefghijklm', 12)).toBe('abcdefghijkl…');
  expect(cutText('机器学习入门与实践笔记全集', 12)).toBe('机器学习入门与实践笔记全…');
  const family = '👩‍👩‍👧‍👦';
  expect(cutText(family.repeat(12), 12)).toBe(family.repeat(12));
  expect(cutText(family.repeat(13), 12)).toBe(`${family.repeat(12)}…`);
  expect(cutText('e\u0301'.repeat(13), 12)).toBe(`${'e\u0301'.repeat(12)}…`);
  expect(cutText('', 12)).toBe('');
});

test('CON-12 cutText returns the beginning of the name, in whole characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const cut = cutText(name, 12);
      if (count(name) <= 12) expect(cut).toBe(name);
      else {
        expect(cut.endsWith('…')).toBe(true);
        expect(name.startsWith(cut.slice(0, -1))).toBe(true);
        expect(count(cut.slice(0, -1))).toBe(12);
      }
    }),
  );
});

test('CON-12 sliceWhole cuts between characters and drops no whole one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '字', '𠮷', '😀'), maxLength: 40 });
  fc.assert(
    fc.property(text, fc.nat(90), fc.nat(90), (words, a, b) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)];
      const slice = sliceWhole(words, start, end);
      let at = 0;
      const inside = Array.from(words).filter((one) => {
        at += one.length;
        return at - one.length >= start && at <= end;
      });
      expect(slice).toBe(inside.join(''));
    }),
  );
  expect([0, 1, 2, 3, 4].map((at) => splitsCharacter('a𠮷b', at))).toEqual([false, false, true, false, false]);
  expect(sliceWhole('a𠮷b', 2)).toBe('b');
});

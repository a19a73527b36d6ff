import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '#lib/text/display-width.ts';
import { cutForLines, fitsLines } from './fit-lines.ts';

test('a text fits where three quarters of the lines hold it', () => {
  // 140 px of 14 px letters: 20 columns a line.
  expect(fitsLines('a'.repeat(30), 2, 140, 14)).toBe(true);
  expect(fitsLines('a'.repeat(31), 2, 140, 14)).toBe(false);
  expect(fitsLines('字'.repeat(15), 2, 140, 14)).toBe(true);
  expect(fitsLines('字'.repeat(16), 2, 140, 14)).toBe(false);
});

test('of capitals and of other scripts, which may be wider, less fits', () => {
  for (const letter of ['W', 'ക', '🌾']) {
    expect(fitsLines(letter.repeat(20), 2, 140, 14)).toBe(letter.length === 1);
    expect(fitsLines(letter.repeat(21), 2, 140, 14)).toBe(false);
  }
  expect(fitsLines('The NASA of “today”', 1, 182, 14)).toBe(false);
  expect(fitsLines('The ESA of “today”', 1, 182, 14)).toBe(true);
});

test('a text that fits stays as it is', () => {
  expect(cutForLines('a'.repeat(36), 2, 140, 14)).toBe('a'.repeat(36));
  expect(cutForLines('', 2, 140, 14)).toBe('');
});

test('a longer text is cut behind a word, and anywhere in Chinese and in addresses', () => {
  expect(cutForLines('the keeper weighed each sack and wrote its weight', 2, 140, 14)).toBe('the keeper weighed each sack and…');
  expect(cutForLines('字'.repeat(30), 2, 140, 14)).toBe(`${'字'.repeat(17)}…`);
  expect(cutForLines(`see ${'x'.repeat(60)}`, 2, 140, 14)).toBe(`see ${'x'.repeat(31)}…`);
});

test('a cut text is never wider than the lines, begins the text and ends between characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 1, max: 8 }), (text, lines) => {
      const cut = cutForLines(text, lines, 140, 14);
      if (cut === text) return;
      expect(displayWidth(cut)).toBeLessThanOrEqual(lines * 20 + 1);
      expect(cut.endsWith('…')).toBe(true);
      expect(text.startsWith(cut.slice(0, -1))).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});

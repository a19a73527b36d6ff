import { expect, it } from 'vitest';
import type { Segment } from '../../domain.ts';
import { detectTreatment } from './treatment.ts';

const lines = (...texts: string[]): Segment[] => texts.map((text, id) => ({ id, startMs: null, endMs: null, text }));

it('SUM-14 a text is speech with a word of speech in 117 words, or in 142 Chinese characters', () => {
  const english = (words: number) => detectTreatment(lines(`um ${'word '.repeat(words)}`), 'en');
  expect([117, 116].map(english)).toEqual(['article', 'speech']);
  const chinese = (characters: number) => detectTreatment(lines(`嗯${'字'.repeat(characters)}`), 'zh');
  expect([142, 140].map(chinese)).toEqual(['article', 'speech']);
  expect(detectTreatment([], 'en')).toBe('article');
});

it('SUM-14 a text is judged by its first 60,000 characters', () => {
  const filler = 'word '.repeat(12_000);
  expect(detectTreatment(lines(filler, 'um '.repeat(2000)), 'en')).toBe('article');
  expect(detectTreatment(lines('um '.repeat(2000), filler), 'en')).toBe('speech');
  expect(detectTreatment(lines(`${filler}${'um '.repeat(2000)}`), 'en')).toBe('article');
});

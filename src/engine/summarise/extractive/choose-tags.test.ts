import { describe, expect, it } from 'vitest';
import { chooseTags } from './choose-tags.ts';

const phrase = (text: string, count: number, words = 1) => ({
  text,
  key: text,
  words,
  at: Array.from({ length: count }, (_, at) => at),
  quality: 1,
});

describe('SUM-13 SUM-14 tags', () => {
  it('SUM-14 puts terms of several words before common ones and leaves parts of them out', () => {
    const phrases = [phrase('water', 90), phrase('silt', 80), phrase('flood wall', 30, 2), phrase('wall', 20)];
    expect(chooseTags(phrases, 100, null)).toEqual(['flood-wall', 'water', 'silt']);
    expect(chooseTags([phrase('技术', 90), phrase('元宇宙', 30)], 100, null)).toEqual(['元宇宙', '技术']);
  });

  it('SUM-14 leaves out words that stand for others, numerals and function words', () => {
    const light = ['terms', 'couple', '三十', '一下', '通过', '肯定是', 'avec', 'own version'].map((text) => phrase(text, 50));
    expect(chooseTags([...light, phrase('silt', 5)], 100, null)).toEqual(['silt']);
  });

  it('SUM-14 gives six at most, four of several words', () => {
    const terms = Array.from({ length: 6 }, (_, at) => phrase(`term${'abcdef'[at]} wall${'uvwxyz'[at]}`, 30 - at, 2));
    const words = ['silt', 'clay', 'sand'].map((text, at) => phrase(text, 90 - at));
    expect(chooseTags([...words, ...terms], 100, null)).toEqual([
      ...['terma-wallu', 'termb-wallv', 'termc-wallw', 'termd-wallx'],
      ...['silt', 'clay'],
    ]);
  });
});

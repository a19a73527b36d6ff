import { describe, expect, it } from 'vitest';
import { hasPredicate } from './predicate.ts';

describe('SUM-14 whole sentences of English speech', () => {
  it.each([
    'The town sold the silt to farmers.',
    'In some years the lake is dry.',
    'If the lake is dry, farmers take the silt.',
    'The wall that we built holds the water.',
    'Adam is the one who knows the lake.',
    'Most importantly, we need a dry year.',
    'A lot of that requires more water.',
    'Dry years also bring the silt back.',
    'There are, in our valley, two lakes.',
    'I like the idea of a second wall.',
  ])('SUM-14 finds what is said in %s', (text) => {
    expect(hasPredicate(text, 'en', true)).toBe(true);
  });

  it.each([
    'With a second wall for the dry years.',
    'The wall which is older than the town.',
    'More focused on the silt than on the water.',
    'The idea of a wall, a lake, and a mill.',
    'The fact that farmers, including those who are in debt, have silt.',
    'Our session on the price of silt.',
    'If the lake is dry.',
  ])('SUM-14 knows half a sentence: %s', (text) => {
    expect(hasPredicate(text, 'en', true)).toBe(false);
  });

  it('SUM-14 does not judge other languages', () => {
    expect(hasPredicate('水库的淤泥', 'zh', true)).toBe(true);
  });
});

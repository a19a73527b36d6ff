import { expect, test } from 'vitest';
import type { Segment } from '../domain.ts';
import { foundIn } from './excerpt.ts';
import { queryTerms } from './terms.ts';

const lines = (texts: readonly string[], more: Partial<Segment> = {}): Segment[] =>
  texts.map((text, n) => ({ id: 10 + n, startMs: n * 1000, endMs: n * 1000 + 900, text, ...more }));
const wanted = new Set(queryTerms('granite oven'));
const marked = ({ text, marks }: { text: string; marks: { start: number; end: number }[] }) =>
  marks.map(({ start, end }) => text.slice(start, end));

test('the line with most of what was looked for is shown with the one before and two after', () => {
  const [found, ...others] = foundIn(
    lines(['zero', 'granite', 'two  \n words', 'a granite oven', 'four', 'five', 'six']),
    wanted,
  );
  expect(others).toEqual([]);
  expect(found).toMatchObject({ first: 13, last: 15, startMs: 3000, page: null, text: 'two words a granite oven four five' });
  expect(found && marked(found)).toEqual(['granite', 'oven']);
  expect(foundIn(lines(['oven', 'granite oven'], { startMs: null, page: 4 }), wanted)[0]).toMatchObject({
    ...{ first: 11, last: 11, startMs: null, page: 4, text: 'oven granite oven' },
  });
  expect(foundIn(lines(['none', 'of them']), wanted)[0]).toMatchObject({ first: 10, text: 'none of them', marks: [] });
  expect(foundIn([], wanted)).toEqual([]);
});

test('a long paragraph is shown from a little before the first word that was looked for', () => {
  const filler = (count: number) => 'abcdefgh '.repeat(count);
  const shown = (text: string) => foundIn(lines([text]), wanted)[0] ?? { text: '', marks: [] };
  const exact = `${'x'.repeat(407)} granite oven`;
  expect(shown(exact)).toMatchObject({ text: exact });
  // A match near the beginning does not move the excerpt.
  const early = shown(`${filler(30)}granite ${filler(60)}`);
  expect([early.text.startsWith('abcdefgh'), early.text.endsWith('abcdefgh…'), early.text.length]).toEqual([true, true, 413]);
  const late = shown(`${filler(60)}granite oven ${filler(60)}`);
  expect([late.text.slice(0, 9), late.text.slice(-9), late.text.indexOf('granite')]).toEqual(['…abcdefgh', 'abcdefgh…', 73]);
  expect(marked(late)).toEqual(['granite', 'oven']);
  const last = shown(`${filler(60)}granite oven`);
  expect([last.text[0], last.text.endsWith('granite oven')]).toEqual(['…', true]);
  expect(shown(filler(60)).text.slice(0, 20)).toBe('abcdefgh abcdefgh ab');
  // Chinese has no spaces; a Latin word that is too long is cut.
  for (const one of ['窑', 'x', '𠮷']) expect(shown(one.repeat(500)).text).toMatch(new RegExp(`^(?:${one})+…$`, 'u'));
});

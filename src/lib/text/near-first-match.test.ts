import { expect, test } from 'vitest';
import { nearFirstMatch } from './near-first-match.ts';

const litOf = ({ text, ranges }: ReturnType<typeof nearFirstMatch>) => ranges.map(({ start, end }) => text.slice(start, end));

test('LIB-07 what a search found stands near the beginning of its line', () => {
  const long = `${'河边的磨坊'.repeat(8)}图书馆和图书馆`;
  const near = nearFirstMatch(long, [
    { start: 40, end: 43 },
    { start: 44, end: 47 },
  ]);
  expect(near.text).toBe('…磨坊河边的磨坊河边的磨坊图书馆和图书馆');
  expect(litOf(near)).toEqual(['图书馆', '图书馆']);
  const words = nearFirstMatch(`${'a mill '.repeat(9)}orchard`, [{ start: 63, end: 70 }]);
  expect(words.text).toBe('…a mill a mill a mill orchard');
  expect(litOf(words)).toEqual(['orchard']);
});

test('LIB-07 a short beginning stays whole', () => {
  const short = { text: 'The mill and the orchard', ranges: [{ start: 17, end: 24 }] };
  expect(nearFirstMatch(short.text, short.ranges)).toEqual(short);
});

import { expect, test } from 'vitest';
import { firstOf, matches, toggled, withAll, without } from './selection.ts';

const items = Array.from({ length: 6 }, (_, position) => ({
  position,
  existing: position === 2 ? { status: 'completed' } : position === 3 ? { status: 'failed' } : null,
}));
const none: ReadonlySet<number> = new Set();
const [first, , had] = items;

test('selects all items except those with a note; failed ones may be retried', () => {
  expect([...withAll(none, items)]).toEqual([0, 1, 3, 4, 5]);
  expect([...toggled(none, had ?? items[0] ?? { position: 9, existing: null })]).toEqual([]);
});

test('changes the selection of filtered items only', () => {
  const some = withAll(none, items.slice(0, 2));
  expect([...withAll(some, items.slice(4))]).toEqual([0, 1, 4, 5]);
  expect([...without(withAll(some, items.slice(4)), items.slice(0, 2))]).toEqual([4, 5]);
  if (first) expect([...toggled(some, first)]).toEqual([1]);
});

test('keeps the first items of the list when too many are selected', () => {
  expect([...firstOf(new Set([9, 3, 7, 1]), 3)]).toEqual([1, 3, 7]);
});

test.each([
  ['第12期 陶窑 Kiln', 'kiln 陶窑', true],
  ['ＡＩ 与写作', 'ai', true],
  ['Talk', '', true],
  ['Talk', 'walk', false],
  ['Talk of kilns', 'kilns walk', false],
])('%s is found by %s: %s', (text, filter, found) => {
  expect(matches(text, filter)).toBe(found);
});

import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { rememberedRows, rememberRows } from './sidebar-rows.ts';

test('as many rows as there were are kept free, at least one and at most four', () => {
  const { storage } = openPage();
  expect(rememberedRows()).toBeNull();
  for (const [collections, rows] of [
    [0, 1],
    [1, 1],
    [3, 3],
    [4, 4],
    [9, 4],
  ] as const) {
    rememberRows(collections);
    expect(rememberedRows()).toBe(rows);
  }
  for (const damaged of ['0', '5', '2.5', 'x', '', '-1']) {
    storage.set('gleaner.sidebar-collections', damaged);
    expect(rememberedRows(), damaged).toBeNull();
  }
});

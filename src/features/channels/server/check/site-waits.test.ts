import { expect, test } from 'vitest';
import { createSiteWaits } from './site-waits.ts';

test('EXP-01 channels of one site wait one gap apart, and the first of them is waited for, however long', () => {
  const waits = createSiteWaits(1);
  expect(waits.nextFreeAt()).toBeNull();
  const [first = 0, second = 0] = ['a', 'b'].map((name) => waits.next(`https://www.youtube.com/@${name}`, 20_000));
  const inMs = (waits.nextFreeAt() ?? 0) - Date.now();
  expect([first, second - first, inMs].map((ms) => Math.round(ms / 1000))).toEqual([20, 3, 20]);
});

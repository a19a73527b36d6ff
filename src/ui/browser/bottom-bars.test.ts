import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { bottomBarsPx } from './bottom-bars.ts';

test('what bars cover begins at the highest shown one', () => {
  const { document } = openPage({ html: '<i data-bottom-bar></i><i data-bottom-bar></i><i data-bottom-bar></i>' });
  const bars = [...document.querySelectorAll('i')];
  const put = (...tops: (number | null)[]) => {
    for (const [index, bar] of bars.entries())
      Object.assign(bar, {
        checkVisibility: () => tops[index] !== null,
        getBoundingClientRect: () => ({ top: tops[index] ?? 0 }),
      });
    return bottomBarsPx();
  };
  // The window is 800 px high; one that is moving away is below it.
  expect([put(750, 700, null), put(750, null, null), put(820, null, null), put(null, null, null)]).toEqual([100, 50, 0, 0]);
});

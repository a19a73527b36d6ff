import { useInsertionEffect } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { drawnOf, nextOf, useGradually } from './use-gradually.ts';

const items = Array.from({ length: 10 }, (_, key) => ({ key, index: key, start: key * 100, end: key * 100 + 99 }));
const keys = (drawn: number[], next = 3, kept?: number[]) =>
  drawnOf(items, { drawn: new Set(drawn), next, from: 400, to: 599, ...(kept ? { kept } : {}) }).map(({ key }) => key);

test('LIB-02 the first screen is drawn at once, all else by a few, the nearest first', () => {
  expect(keys([])).toEqual([2, 3, 4, 5, 6]);
  expect(keys([0, 1])).toEqual([0, 1, 3, 4, 5]);
  expect(keys([2, 3, 4, 5, 6])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(keys([2, 3, 5, 6], 1)).toEqual([2, 3, 4, 5, 6]);
  expect(keys([0, 1, 2, 3, 4, 5, 6, 7, 8])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('CON-04 what has to be kept is drawn wherever it is, besides the new ones', () => {
  expect(keys([4, 5], 1, [9])).toEqual([3, 4, 5, 9]);
  expect(keys([], 1, [0])).toEqual([0, 3, 4, 5]);
});

test('LIB-02 one more is drawn in each frame, as long as their layout is quick', () => {
  expect(nextOf({ itemMs: 1, before: 1, most: 4 })).toBe(2);
  expect(nextOf({ itemMs: 1, before: 4, most: 4 })).toBe(4);
  expect(nextOf({ itemMs: 4, before: 4, most: 4 })).toBe(2);
  expect(nextOf({ itemMs: 30, before: 4, most: 4 })).toBe(1);
  expect(nextOf({ itemMs: 0, before: 1, most: 4 })).toBe(2);
});

/** A list on a machine that takes this long for a commit, and for the layout after it. */
async function drawing({ commitMs = 0, layoutMs = 0, from = 400, to = 599, most = 3 } = {}) {
  const page = openPage();
  let clock = 0;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => clock);
  onTestFinished(() => spy.mockRestore());
  const cost = { commitMs, layoutMs };
  let layouts = 0;
  Object.assign(page.document.body, {
    getBoundingClientRect: () => {
      layouts++;
      clock += cost.layoutMs;
    },
  });
  const hook = await page.render(
    (sight: { from: number; to: number }) => {
      const shown = useGradually(items as never, { ...sight, most });
      useInsertionEffect(() => {
        clock += cost.commitMs;
      });
      return shown.map(({ key }) => Number(key)).join('');
    },
    { from, to },
  );
  const frame = async () => {
    await page.settle(16);
    return hook.now;
  };
  return { hook, frame, cost, layouts: () => layouts, settle: page.settle };
}

test('LIB-02 each frame draws one more than the last, up to the most, until all is there', async () => {
  const { hook, frame, layouts } = await drawing();
  expect([hook.now, layouts()]).toEqual(['345', 1]);
  expect([await frame(), layouts()]).toEqual(['23456', 2]);
  expect([await frame(), layouts()]).toEqual(['12345678', 3]);
  expect([await frame(), layouts()]).toEqual(['0123456789', 4]);
  const renders = hook.renders();
  await frame();
  await frame();
  await frame();
  // Nothing is left to draw; where the list is rendered for something else, nothing new is laid out.
  expect(hook.renders() - renders).toBeLessThan(3);
  await hook.update({ from: 0, to: 99 });
  expect([hook.now, layouts()]).toEqual(['0123456789', 4]);
});

test('LIB-02 a machine that takes long for the layout gets fewer in a frame', async () => {
  const slow = await drawing({ layoutMs: 9 });
  // Nine milliseconds for three: two fit into the time of a frame.
  expect([slow.hook.now, await slow.frame()]).toEqual(['345', '23456']);
  // Now nine for two.
  slow.cost.layoutMs = 1;
  expect(await slow.frame()).toBe('234567');
  expect(await slow.frame()).toBe('12345678');
});

test('LIB-02 after a slow commit the layout has a task of its own, which a newer one takes back', async () => {
  const { hook, layouts, cost, frame, settle } = await drawing({ commitMs: 20 });
  for (let turn = 0; turn < 50 && layouts() === 0; turn++) await settle(0);
  expect([hook.now, layouts()]).toEqual(['345', 1]);
  cost.commitMs = 19;
  // Twenty milliseconds for three items.
  expect([await frame(), layouts()]).toEqual(['3456', 2]);
});

import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { shownList, useSeenPart } from './use-seen-part.ts';

const queryKey = ['list', { limit: 30 }];
const kept = { kept: true };

/** A page of 8000 px in a window of 800 px, with a list of four pages. */
async function scrolled(first: Partial<Parameters<typeof useSeenPart>[0]> = {}) {
  const page = openPage();
  Object.assign(page.document.documentElement, { scrollHeight: 8000 });
  const done: ((value?: unknown) => void)[] = [];
  const during: unknown[] = [];
  const refetch = () => {
    during.push(shownList(queryKey)?.onlyKept);
    return new Promise((resolve) => done.push(resolve));
  };
  const base = { queryKey, enabled: true, pages: [{}, {}, kept, kept], isFetching: false, failed: false, refetch };
  const hook = await page.render((more: object) => useSeenPart({ ...base, ...more }), first as object);
  const scroll = (y: number) => {
    Object.assign(page.window, { scrollY: y });
    page.dispatch(page.window, 'scroll');
  };
  return { page, hook, scroll, during, done };
}

test('the part of the list on the screen is known while the page scrolls it', async () => {
  const { hook, scroll } = await scrolled();
  expect(shownList(queryKey)).toEqual({ seen: { from: 0, to: 0.1 }, onlyKept: false });
  scroll(2000);
  expect(shownList([...queryKey])).toEqual({ seen: { from: 0.25, to: 0.35 }, onlyKept: false });
  expect(shownList(['other'])).toBeNull();
  await hook.update({ enabled: false });
  expect(shownList(queryKey)).toBeNull();
  await hook.update({});
  await hook.leave();
  expect(shownList(queryKey)).toBeNull();
});

test('kept pages are read again 300 ms after they are scrolled to, those alone', async () => {
  const { page, scroll, during, done } = await scrolled();
  await page.settle(1000);
  expect(during).toEqual([]);
  scroll(4100);
  await page.settle(200);
  scroll(4200);
  await page.settle(299);
  expect(during).toEqual([]);
  await page.settle(1);
  expect(during).toEqual([true]);
  expect(shownList(queryKey)?.onlyKept).toBe(true);
  done[0]?.();
  await page.settle();
  expect(shownList(queryKey)?.onlyKept).toBe(false);
});

test('what is seen already is read without a scroll, unless that failed before', async () => {
  const { page, during } = await scrolled({ pages: [kept] });
  await page.settle(300);
  expect(during).toHaveLength(1);
  const failed = await scrolled({ pages: [kept], failed: true });
  await failed.page.settle(2000);
  expect(failed.during).toEqual([]);
  failed.scroll(1);
  await failed.page.settle(300);
  expect(failed.during).toHaveLength(1);
});

test('nothing is read while a reading runs, where nothing was kept, or after the list is left', async () => {
  for (const more of [{ isFetching: true }, { pages: [{}, {}] }, { enabled: false }]) {
    const { page, scroll, during, hook } = await scrolled(more);
    scroll(4200);
    await page.settle(1000);
    expect(during, JSON.stringify(more)).toEqual([]);
    await hook.leave();
  }
  const { page, scroll, during, hook } = await scrolled();
  scroll(4200);
  await hook.leave();
  scroll(4300);
  await page.settle(1000);
  expect(during).toEqual([]);
});

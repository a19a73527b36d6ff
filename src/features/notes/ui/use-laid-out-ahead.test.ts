import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useLaidOutAhead } from './use-laid-out-ahead.ts';

/** A text of so many parts, and a browser that is idle when the test says so. */
async function openText(parts: number) {
  const page = openPage({ html: `<article>${'<section><p>Words</p></section>'.repeat(parts)}</article>` });
  const waiting = new Map<number, IdleRequestCallback>();
  let asked = 0;
  const browser = {
    requestIdleCallback: (call: IdleRequestCallback) => {
      waiting.set(++asked, call);
      return asked;
    },
    cancelIdleCallback: (id: number) => waiting.delete(id),
  };
  Object.assign(page.window, browser);
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
  const article = page.document.querySelector('article') as HTMLElement;
  for (const part of article.children) part.getBoundingClientRect = () => ({}) as DOMRect;
  let widthPx = 600;
  Object.defineProperty(article, 'clientWidth', { get: () => widthPx });
  const hook = await page.render((count: number) => useLaidOutAhead({ current: article }, count), parts);
  return {
    hook,
    waiting,
    shown: () => [...article.children].map((part) => (part as HTMLElement).style.contentVisibility === 'visible'),
    widen: (px: number) => {
      widthPx = px;
      return page.resize();
    },
    idle(ms: number) {
      const calls = [...waiting.values()];
      waiting.clear();
      for (const call of calls) call({ didTimeout: false, timeRemaining: () => ms });
    },
  };
}

test('the parts of a long note are laid out one by one while the browser is idle, then no more is asked', async () => {
  const text = await openText(3);
  expect(text.waiting.size).toBe(0);
  await text.widen(600);
  expect(text.shown()).toEqual([false, false, false]);
  text.idle(20);
  expect(text.shown()).toEqual([true, false, false]);
  text.idle(50);
  text.idle(50);
  expect(text.shown()).toEqual([true, true, true]);
  expect(text.waiting.size).toBe(0);
});

test('the short time between two frames lays out nothing, and is waited out', async () => {
  const text = await openText(1);
  await text.widen(600);
  text.idle(19.9);
  expect(text.shown()).toEqual([false]);
  text.idle(20);
  expect(text.shown()).toEqual([true]);
});

test('only another width begins anew, with what is seen', async () => {
  const text = await openText(2);
  await text.widen(600);
  text.idle(20);
  await text.widen(600);
  expect(text.shown()).toEqual([true, false]);
  expect(text.waiting.size).toBe(1);
  await text.widen(500);
  expect(text.shown()).toEqual([false, false]);
  expect(text.waiting.size).toBe(1);
  text.idle(20);
  expect(text.shown()).toEqual([true, false]);
});

test('a note that is left, is still written or has few parts asks for no idle time', async () => {
  const left = await openText(2);
  await left.widen(600);
  await left.hook.leave();
  expect(left.waiting.size).toBe(0);
  const few = await openText(0);
  await few.widen(600);
  expect(few.waiting.size).toBe(0);
});

import { createElement } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useStudy } from './study-state.ts';
import { studyModeOf, useStudyMode } from './use-study-mode.ts';

test('a page has as many panes as it has room for', () => {
  expect([0, 719, 720, 1119, 1120, 3000].map((width) => studyModeOf(width, false))).toEqual([
    ...['stacked', 'stacked', 'two', 'two', 'three', 'three'],
  ]);
  expect(studyModeOf(3000, true)).toBe('phone');
});

async function opened(width: number | null, { phone = false, main = true } = {}) {
  const page = openPage({ html: main ? '<div id="main"></div>' : '' });
  const { document, window } = page;
  Object.assign(window, { matchMedia: () => ({ matches: phone }), innerWidth: 900 });
  Object.assign(document.querySelector('#main') ?? {}, { clientWidth: 1200 });
  const element = Object.assign(document.createElement('div'), { clientWidth: width ?? 0 });
  const modes: string[] = [];
  const hook = await page.render(
    () => {
      const [ref, mode] = useStudyMode();
      // As the page does by rendering it, before the layout is measured.
      if (width !== null) ref.current = element;
      modes.push(mode);
      return { mode, beside: useStudy(({ beside }) => beside) };
    },
    null,
    (children) => createElement('div', null, children),
  );
  const resize = async (next: number) => {
    Object.assign(element, { clientWidth: next });
    await page.resize();
    return [hook.now.mode, hook.now.beside];
  };
  return { page, hook, modes, resize, dataset: document.documentElement.dataset };
}

test('before the page is there, its frame’s width is used, or the window’s', async () => {
  const framed = await opened(null);
  expect(framed.modes[0]).toBe('three');
  expect((await opened(null, { main: false })).modes[0]).toBe('two');
});

test('the mode follows the width of the page, and panes have room in two of them', async () => {
  const { resize, hook } = await opened(800);
  expect([hook.now.mode, hook.now.beside]).toEqual(['two', true]);
  expect(await resize(700)).toEqual(['stacked', false]);
  expect(await resize(1120)).toEqual(['three', true]);
  // A page that is hidden has no width.
  expect(await resize(0)).toEqual(['three', true]);
  await hook.leave();
  expect(await resize(700)).toEqual(['three', true]);
});

test('a phone’s page is marked for as long as it is open', async () => {
  const { hook, dataset } = await opened(400, { phone: true });
  expect([hook.now.mode, hook.now.beside, dataset.page]).toEqual(['phone', false, 'phone-study']);
  await hook.leave();
  expect(dataset.page).toBeUndefined();
  expect((await opened(800)).dataset.page).toBeUndefined();
});

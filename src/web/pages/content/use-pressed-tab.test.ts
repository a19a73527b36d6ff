import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { usePressedTab } from './use-pressed-tab.ts';

async function opened() {
  const page = openPage();
  const opening: string[] = [];
  const hook = await page.render((tab: string) => usePressedTab(tab, (next) => void opening.push(next)), 'outline');
  const press = (tab: string) => hook.after(([, pressTab]) => pressTab(tab));
  return { page, hook, press, opening, pressed: () => hook.now[0] };
}

test('a press shows at once, and the panel follows after a frame', async () => {
  const { page, hook, press, opening, pressed } = await opened();
  expect(pressed()).toBe('outline');
  await press('pdf');
  expect([pressed(), opening]).toEqual(['pdf', []]);
  await page.settle(20);
  expect(opening).toEqual(['pdf']);
  // Still the page’s own tab, until it shows the pressed one.
  expect(pressed()).toBe('pdf');
  await hook.update('pdf');
  expect(pressed()).toBe('pdf');
});

test('a press counts until the page shows another tab, as after going back', async () => {
  const { page, hook, press, pressed } = await opened();
  await press('pdf');
  await page.settle(20);
  await hook.update('pdf');
  await hook.update('outline');
  expect(pressed()).toBe('outline');
  await press('pdf');
  await hook.update('article');
  expect(pressed()).toBe('article');
});

test('of presses within a frame the last one counts', async () => {
  const { page, press, opening } = await opened();
  await press('pdf');
  await press('pdf');
  await press('article');
  await page.settle(40);
  expect(opening).toEqual(['article']);
});

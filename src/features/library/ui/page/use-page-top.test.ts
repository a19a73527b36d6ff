import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { usePageTop } from './use-page-top.ts';

test('the place of a list on the page follows what grows above it, by whole pixels', async () => {
  const page = openPage({ html: '<main></main>' });
  const element = page.document.querySelector('main') as HTMLElement;
  let top = 40;
  element.getBoundingClientRect = () => ({ top }) as DOMRect;
  Object.assign(page.window, { scrollY: 10 });
  const hook = await page.render((now: HTMLElement | null) => usePageTop(now), null);
  expect(hook.now).toBe(0);
  await hook.update(element);
  expect(hook.now).toBe(50);
  top = 40.9;
  await page.resize();
  expect(hook.now).toBe(50);
  top = 41;
  await page.resize();
  expect(hook.now).toBe(51);
  top = 30;
  await page.resize();
  expect(hook.now).toBe(40);
  await hook.leave();
  top = 90;
  await page.resize();
  expect(hook.now).toBe(40);
});

import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useFits } from './use-fits.ts';

test('what an element has room for is known as its width changes', async () => {
  const page = openPage({ html: '<main></main>' });
  const element = page.document.querySelector('main') as HTMLElement;
  let widthPx = 100;
  Object.defineProperty(element, 'clientWidth', { get: () => widthPx });
  const hook = await page.render((now: { element: HTMLElement | null; px: number }) => useFits(now.element, now.px), {
    element: null,
    px: 1,
  });
  expect(hook.now).toBe(false);
  await hook.update({ element, px: 100 });
  expect(hook.now).toBe(true);
  await hook.update({ element, px: 101 });
  expect(hook.now).toBe(false);
  widthPx = 101;
  await page.resize();
  expect(hook.now).toBe(true);
  await hook.leave();
  const renders = hook.renders();
  widthPx = 1;
  await page.resize();
  expect(hook.renders()).toBe(renders);
});

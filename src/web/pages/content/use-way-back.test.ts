import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useWayBack } from './use-way-back.ts';

const panel = '<div data-main-part><div role="tabpanel" data-state="active"></div></div>';

async function wayBack() {
  const page = openPage({ html: panel });
  const tabs: string[] = [];
  const hook = await page.render((tab: string) => useWayBack(tab, (next) => void tabs.push(next)), 'outline');
  const back = vi.fn();
  const goBack = hook.now(back);
  return { page, hook, tabs, back, goBack };
}

test('in the tab of its reference the way back is gone at once', async () => {
  const { hook, tabs, back, goBack } = await wayBack();
  await hook.after(goBack);
  expect([back.mock.calls.length, tabs]).toEqual([1, []]);
});

test('from another tab the reference’s own is opened first, and gets the focus if nothing takes it', async () => {
  const { page, hook, tabs, back, goBack } = await wayBack();
  await hook.update('pdf');
  await hook.after(goBack);
  await page.settle(50);
  expect([back.mock.calls.length, tabs]).toEqual([0, ['outline']]);
  await hook.update('outline');
  expect(back).not.toHaveBeenCalled();
  await page.settle(20);
  expect(back).toHaveBeenCalledTimes(1);
  expect(page.document.activeElement).toBe(page.document.querySelector('[role=tabpanel]'));
  // Once.
  await hook.update('pdf');
  await hook.update('outline');
  await page.settle(50);
  expect(back).toHaveBeenCalledTimes(1);
});

test('who leaves the tab before it is drawn is not led back', async () => {
  const { page, hook, back, goBack } = await wayBack();
  await hook.update('pdf');
  await hook.after(goBack);
  await hook.update('outline');
  await hook.update('subtitle');
  await page.settle(50);
  expect(back).not.toHaveBeenCalled();
});

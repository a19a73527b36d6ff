import { expect, test, vi } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';

test('the back button closes what covers the screen and leaves the page; otherwise it goes back', async () => {
  const page = openPage({ address: '/a' });
  const { history } = page.router;
  // Unlike a browser's, a history in memory goes back without asking the blockers.
  let asking: Parameters<typeof history.block>[0] | null = null;
  vi.spyOn(history, 'block').mockImplementation((blocker) => {
    asking = blocker;
    return () => {
      asking = null;
    };
  });
  let closed = 0;
  const hook = await page.render((open: boolean) => useCloseOnBack(open, () => void closed++), true);
  const isKept = async (action: 'BACK' | 'PUSH' | 'FORWARD') => {
    const { location } = history;
    return asking?.blockerFn({ currentLocation: location, nextLocation: location, action });
  };
  expect([await isKept('BACK'), closed]).toEqual([true, 1]);
  expect([await isKept('PUSH'), await isKept('FORWARD'), closed]).toEqual([false, false, 1]);
  // A reload is not held up.
  expect(asking).toMatchObject({ enableBeforeUnload: false });
  await hook.update(false);
  expect(asking).toBeNull();
  await hook.update(true);
  expect([await isKept('BACK'), closed]).toEqual([true, 2]);
});

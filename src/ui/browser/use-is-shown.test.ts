import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useIsShown } from './use-is-shown.ts';

test('a component is shown from its first effect until it leaves the page', async () => {
  const asked: boolean[] = [];
  const hook = await openPage().render(() => {
    const isShown = useIsShown();
    asked.push(isShown());
    return isShown;
  }, null);
  const isShown = hook.now;
  expect([asked[0], isShown()]).toEqual([false, true]);
  await hook.update(null);
  expect([hook.now === isShown, isShown()]).toEqual([true, true]);
  await hook.leave();
  expect(isShown()).toBe(false);
});

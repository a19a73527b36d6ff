import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useElapsed } from './use-elapsed.ts';

test('the time of a run goes on each second from what the server said last', async () => {
  const page = openPage();
  const hook = await page.render((elapsedMs: number) => useElapsed(elapsedMs), 5000);
  expect(hook.now).toBe(5000);
  await page.settle(990);
  expect(hook.now).toBe(5000);
  await page.settle(1010);
  expect(hook.now).toBe(7000);
  await page.settle(500);
  await hook.update(60_000);
  expect(hook.now).toBe(60_000);
  await page.settle(500);
  // The clock ticks when it would have: not half a second after the figure came.
  expect(hook.now).toBe(60_495);
  await hook.leave();
});

import { expect, test } from 'vitest';
import { rememberWork } from '#ui/browser/begun-work.ts';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useWorkBegun } from './use-work-begun.ts';

test('other pages ask about work on many contents only after a visit to the library, or while some runs', async () => {
  const page = openPage();
  const hook = await page.render((path: string) => useWorkBegun(path), '/');
  expect(hook.now).toBe(false);
  await hook.update('/user/videos/x');
  expect(hook.now).toBe(false);
  await hook.update('/user/videos');
  expect(hook.now).toBe(true);
  await hook.update('/');
  expect(hook.now).toBe(true);
  rememberWork('deletion', 'u');
  expect((await page.render(() => useWorkBegun('/'), null)).now).toBe(true);
});

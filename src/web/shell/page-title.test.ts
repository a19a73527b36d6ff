import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useCurrentPageTitle, usePageTitle } from './page-title.ts';

test('a page’s title is known until the page is left', async () => {
  const page = openPage();
  const shell = await page.render(useCurrentPageTitle, undefined);
  expect(shell.now).toBeNull();
  const hook = await page.render((title: string | null) => usePageTitle(title), 'One' as string | null);
  expect(shell.now).toBe('One');
  await hook.update('Two');
  expect(shell.now).toBe('Two');
  await hook.update(null);
  expect(shell.now).toBeNull();
  await hook.update('Three');
  await hook.leave();
  await page.settle();
  expect(shell.now).toBeNull();
});

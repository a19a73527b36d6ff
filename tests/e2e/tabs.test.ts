/** Two tabs of one browser. */
import type { Page } from '@playwright/test';
import { chooseAction, expectAction } from '../harness/browser/actions.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';
import { openRecording } from '../harness/browser/recording.ts';

test.use({ baseURL: appUrl, locale: 'zh-CN' });

/** Names of the calls that a page makes from now on. */
function watchCalls(page: Page): Set<string> {
  const calls = new Set<string>();
  page.on('request', (request) => {
    const [, names] = /\/api\/trpc\/([^?]+)/.exec(request.url()) ?? [];
    for (const name of names?.split(',') ?? []) calls.add(decodeURIComponent(name));
  });
  return calls;
}

test('a change in one tab is shown in the other, which reads again only what the change made out of date', async ({
  page,
  context,
}) => {
  await openRecording(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('article', { name: '笔记' })).toBeVisible();
  await expectAction(other, '加入合集');
  await other.waitForLoadState('networkidle');
  const calls = watchCalls(other);

  await chooseAction(page, '加入合集');
  await page.getByRole('textbox', { name: '合集名称' }).fill('炉子');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: '炉子' })).toBeChecked();

  await other.getByRole('button', { name: '更多操作' }).click();
  await expect(other.getByRole('menuitem', { name: '合集：炉子' })).toBeVisible();
  expect([...calls].filter((name) => !name.startsWith('share.') && name !== 'account.me')).toEqual([]);
});

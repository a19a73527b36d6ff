/** The editor of a note, in Chinese, as the browser tests use it. */
import type { Page, Response } from '@playwright/test';
import { expect } from '../harness/browser/e2e.ts';

export function field(page: Page) {
  return page.getByRole('textbox', { name: '笔记编辑器' });
}

export async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: '编辑笔记' }).click();
  await expect(field(page)).toBeFocused();
}

/**
 * Does `act` and gives the server's answer once it has taken a note with these words (as JSON says them): the state that
 * the page shows before `act` may be the same as after it.
 */
export async function saved(page: Page, words: string, act: () => Promise<unknown>): Promise<Response> {
  const answer = page.waitForResponse(
    (response) =>
      response.ok() && response.url().includes('content.saveNote') && (response.request().postData() ?? '').includes(words),
  );
  await act();
  const response = await answer;
  await expectSaved(page);
  return response;
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^已保存$/ })).toBeVisible();
}

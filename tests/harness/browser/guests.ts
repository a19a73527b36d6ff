/** A guest of the page's browser, made by call. */
import type { Page } from '@playwright/test';

export async function becomeGuest(page: Page, url: string): Promise<string> {
  return (await call<{ user: { id: string } }>(page, url, 'account.ensure')).user.id;
}

export async function call<Answer>(page: Page, url: string, procedure: string, input?: object): Promise<Answer> {
  const answer = await page.request.post(`${url}/api/trpc/${procedure}?batch=1`, {
    headers: { 'x-gleaner': '1' },
    data: input === undefined ? {} : { 0: input },
  });
  const [first] = (await answer.json()) as [{ result?: { data: Answer } }];
  if (!first.result) throw new Error(`${procedure}: ${answer.status()} ${JSON.stringify(first)}`);
  return first.result.data;
}

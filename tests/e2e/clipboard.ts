/** What an action puts onto the clipboard. The tests of one browser share it, so that text may still be there from before. */
import { expect, type Page } from '@playwright/test';

/** Does `act` and gives the text that is on the clipboard because of it, as soon as it is there. Needs the permissions to read and write it. */
export async function copiedBy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = `nothing copied yet ${crypto.randomUUID()}`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), before);
  await act();
  let text = before;
  await expect
    .poll(async () => {
      text = await page.evaluate(() => navigator.clipboard.readText());
      return text;
    })
    .not.toBe(before);
  return text;
}

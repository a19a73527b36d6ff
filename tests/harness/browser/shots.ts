/** Screenshots to look at by eye. No test compares them, so they are taken on request only. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Into the folder that `GLEANER_SHOTS` names. */
export async function shot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.GLEANER_SHOTS) await page.screenshot({ path: join(process.env.GLEANER_SHOTS, `${name}.png`), fullPage });
}

/** Pictures for whoever wants to look at what a test sees: taking them costs, and nobody compares them. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Into the folder that `GLEANER_SHOTS` names. */
export async function shot(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env.GLEANER_SHOTS) await page.screenshot({ path: join(process.env.GLEANER_SHOTS, `${name}.png`), fullPage });
}

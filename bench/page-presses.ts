/** Times from a press to the frame that answers it, by the browser's own event timing. */
import type { Locator, Page } from '@playwright/test';

/** The browser rounds a press to 8 ms and reports none that took less than 16 ms. */
export async function watchPresses(page: Page): Promise<void> {
  await page.evaluate(`{
    globalThis.pressTimes = [];
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries()) if (interactionId) pressTimes.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  }`);
}

/** The longest answer of one press, in ms. */
export async function pressMs(page: Page, target: Locator): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  // Whoever presses has pointed at it before, and that loads code in advance.
  await target.hover();
  await page.waitForTimeout(400);
  await page.evaluate('pressTimes.length = 0');
  await target.click();
  await page.waitForTimeout(1200);
  const times = (await page.evaluate('pressTimes')) as number[];
  return Math.max(0, ...times);
}

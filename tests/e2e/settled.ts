/** The page when it has come to rest, looked at for what would keep somebody from using it. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What fades in or out is pale for a moment: without motion everything is at once as it will be. */
async function standStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}

/** No accessibility fault that a machine can see. `where` names the state of the page; `within` a part to look at alone. */
export async function expectNoViolations(page: Page, where?: string, within?: string): Promise<void> {
  await standStill(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target) })),
    where,
  ).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
}

/** Nothing reaches over the right edge. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** The page when it has come to rest, looked at for what would keep somebody from using it. */
import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';
import { shot } from '../harness/browser/shots.ts';

/** What fades in or out is pale for a moment. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A colour scheme is taken over by a script: colours begin to change in the frame after that.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}

/** The rules whose verdict depends on colours. What a dark page shows besides is as it is on the light one. */
const colourRules = ['color-contrast', 'link-in-text-block'];

export type Inspection = {
  /** Names the state of the page. */
  where?: string;
  /** A selector: only this part is looked at. */
  within?: string;
  /** Only colours: for the second colour scheme of a page that was looked at whole in the first. */
  coloursOnly?: boolean;
};

/** No accessibility fault that a machine can see. */
export async function expectNoViolations(page: Page, { where, within, coloursOnly = false }: Inspection = {}): Promise<void> {
  await standStill(page);
  for (const frame of page.frames()) await loadAxe(frame);
  const violations = await page.evaluate(runAxe, {
    context: within ?? null,
    options: {
      resultTypes: ['violations'],
      // A frame that does not answer in time would be left out without a word.
      pingWaitTime: 30_000,
      ...(coloursOnly ? { runOnly: { type: 'rule', values: colourRules } } : {}),
    } satisfies axe.RunOptions as axe.RunOptions,
  });
  expect(violations, where).toEqual([]);
}

const schemes = ['light', 'dark'] as const;

/** The whole page on light ground, then its colours on dark ground. `look` is told when each stands. */
export async function expectNoViolationsInEitherScheme(
  page: Page,
  look: (scheme: (typeof schemes)[number]) => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expectNoViolations(page, { where: colorScheme, coloursOnly: colorScheme === 'dark' });
    await look(colorScheme);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** On a desk and on a phone. Colours do not depend on the width: they are looked at on dark ground once. */
export async function expectUsableAtBothWidths(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoViolationsInEitherScheme(page, (scheme) => shot(page, `${name}-1440-${scheme}`, { fullPage: true }));
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoViolations(page, { where: name });
  await shot(page, `${name}-390-light`, { fullPage: true });
  await expectNoSidewaysScroll(page);
}

/** Once per document: its source is half a megabyte, and reading it takes longer than looking at a small page. */
async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  // Frames answer the page they are in, also those of another origin.
  await frame.evaluate(`${axe.source}\naxe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`);
}

async function runAxe({ context, options }: { context: string | null; options: axe.RunOptions }) {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context ?? document, options);
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target) }));
}

/** Nothing reaches over the right edge. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

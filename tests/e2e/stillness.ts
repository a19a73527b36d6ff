/** What moved by itself on a page, as the browser counts it. */
import type { Page } from '@playwright/test';

type Shift = { value: number; moved: string[] };

type Seen = { sum: number; shifts: Shift[] };

/** Call it before the page is opened. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    const seen: Seen = { sum: 0, shifts: [] };
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}` : 'gone';
    };
    Object.assign(window, { shiftsSeen: seen });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue;
        seen.sum += value;
        seen.shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Since the page was opened, or was counted anew. */
export function shifted(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { shiftsSeen: Seen }).shiftsSeen);
}

export async function countAnew(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign((window as unknown as { shiftsSeen: Seen }).shiftsSeen, { sum: 0, shifts: [] });
  });
}

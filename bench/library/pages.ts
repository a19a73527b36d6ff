/** The record page in each of its views: how long until it can be used, tasks that hold scrolling up, and memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { watchLongTasks } from '../../tests/harness/files/long-recording.ts';
import { row } from './figures.ts';

export const slowdown = 4;
const longTaskMs = 50;
const [fewScreens, manyScreens] = [5, 20];

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 2 ** 20;
}

async function scroll(page: Page, screens: number): Promise<void> {
  for (let step = 0; step < screens * 3; step++) {
    await page.mouse.wheel(0, 300);
    await sleep(80);
  }
  await sleep(500);
}

export async function measurePages(context: BrowserContext, url: string): Promise<void> {
  row('', 'open', 'rows drawn', `tasks > ${longTaskMs}`, 'longest', `heap at ${fewScreens}`, `at ${manyScreens}`);
  for (const view of ['gallery', 'masonry', 'list', 'table']) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const started = performance.now();
    await page.goto(`${url}/user/videos?viewType=${view}`);
    await page.locator('main a[href^="/content/"]').first().waitFor();
    await page.getByRole('searchbox').click();
    const openMs = performance.now() - started;
    await sleep(1500);
    await page.mouse.move(700, 600);
    const read = await watchLongTasks(page);
    await scroll(page, fewScreens);
    const few = await heapMb(page);
    await scroll(page, manyScreens - fewScreens);
    const tasks = (await read()).filter((ms) => ms > longTaskMs);
    const drawn = await page.locator('main a[href^="/content/"]').count();
    const longest = Math.max(0, ...tasks);
    const many = await heapMb(page);
    const figures = [`${openMs.toFixed(0)} ms`, String(drawn), String(tasks.length), `${longest.toFixed(0)} ms`];
    row(view, ...figures, `${few.toFixed(1)} MB`, `${many.toFixed(1)} MB`);
    await page.close();
  }
}

/** The record page in each of its views: how long until it can be used, tasks that hold scrolling up, and memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { pageTasks } from '../page-tasks.ts';
import { median, row } from './figures.ts';

const views = ['gallery', 'masonry', 'list', 'table'] as const;
/** What a task would take on a processor that much slower: its own time, which other work on this machine does not lengthen. */
export const slowdown = 4;
const longTaskMs = 50;
const [fewScreens, manyScreens] = [5, 20];
const openings = 5;
/** A machine that does much else is waited for. */
const longestMs = 180_000;

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
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    await sleep(60);
  }
  await sleep(300);
}

/** Until its first row is drawn and the search field takes what is typed. */
async function open(page: Page, url: string, view: string): Promise<number> {
  page.setDefaultTimeout(longestMs);
  const started = performance.now();
  await page.goto(`${url}/user/videos?viewType=${view}`);
  await page.locator('main a[href^="/content/"]').first().waitFor();
  await page.getByRole('searchbox').fill(' ');
  return performance.now() - started;
}

async function openedMs(context: BrowserContext, url: string, view: string): Promise<number> {
  const page = await context.newPage();
  const ms = await open(page, url, view);
  await page.close();
  return ms;
}

type Libraries = { large: BrowserContext; small: BrowserContext };

/** `small`: of somebody with one page of notes, opened in turn. */
export async function measureOpening({ large, small }: Libraries, url: string): Promise<void> {
  row('open until usable', 'large', 'small', 'ratio');
  for (const view of views) {
    const times: { large: number[]; small: number[] } = { large: [], small: [] };
    for (let opening = -1; opening < openings; opening++)
      for (const [name, context] of [['large', large] as const, ['small', small] as const]) {
        const ms = await openedMs(context, url, view);
        if (opening >= 0) times[name].push(ms);
      }
    const [of, beside] = [median(times.large), median(times.small)];
    row(view, `${of.toFixed(0)} ms`, `${beside.toFixed(0)} ms`, (of / beside).toFixed(2));
  }
}

export async function measureScrolling(browser: Browser, context: BrowserContext, url: string): Promise<void> {
  row(
    `scroll, slowed ${slowdown} times`,
    'rows drawn',
    'tasks',
    `> ${longTaskMs} ms`,
    'longest',
    `heap at ${fewScreens}`,
    `at ${manyScreens}`,
  );
  for (const view of views) {
    const page = await context.newPage();
    await open(page, url, view);
    await sleep(1500);
    await page.mouse.move(700, 600);
    const first = await pageTasks(browser, () => scroll(page, fewScreens));
    const few = await heapMb(page);
    const further = await pageTasks(browser, () => scroll(page, manyScreens - fewScreens));
    const tasks = [...first, ...further].map(({ processorMs }) => processorMs * slowdown);
    const drawn = await page.locator('main a[href^="/content/"]').count();
    const many = await heapMb(page);
    const long = tasks.filter((ms) => ms > longTaskMs);
    const figures = [String(drawn), String(tasks.length), String(long.length), `${Math.max(0, ...tasks).toFixed(0)} ms`];
    row(view, ...figures, `${few.toFixed(1)} MB`, `${many.toFixed(1)} MB`);
    await page.close();
  }
}

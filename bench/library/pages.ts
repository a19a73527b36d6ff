/** The record page in each of its views: how long until it can be used, tasks that hold scrolling up, and memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { type BareItem, bareTasks, cellsOf, columns, slow } from '../bare-page.ts';
import { pageTasks } from '../page-tasks.ts';
import { median, row } from './figures.ts';

const views = ['gallery', 'masonry', 'list', 'table'] as const;
type View = (typeof views)[number];

export const isView = (name: string): name is View => views.some((view) => view === name);

const [fewScreens, manyScreens] = [5, 20];
const openings = 3;
/** Limits for opening a page and for scrolling a view; a figure that takes longer is given up and reported as such. */
const openWithinMs = 20_000;
const scrollWithinMs = 45_000;
const stepPx = 300;
const firstRecord = 'main a[href^="/content/"]';

/** The time until the first row is drawn and the search field takes input. */
async function open(page: Page, url: string, view: string): Promise<number> {
  page.setDefaultTimeout(openWithinMs);
  const started = performance.now();
  await page.goto(`${url}/user/videos?viewType=${view}`, { waitUntil: 'commit' });
  await page.locator(firstRecord).first().waitFor();
  await page.getByRole('searchbox').fill(' ');
  return performance.now() - started;
}

async function openedMs(context: BrowserContext, url: string, view: string): Promise<number> {
  const page = await context.newPage();
  await slow(page);
  const ms = await open(page, url, view);
  await page.close();
  return ms;
}

type Libraries = { large: BrowserContext; small: BrowserContext };

/** `small` belongs to a user with one page of notes; the two are opened in turn. */
export async function measureOpening({ large, small }: Libraries, url: string): Promise<void> {
  row('open until usable, slowed 4 times', 'large', 'small', 'ratio');
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

/** Scrolls down by so many screens. False when the time ended before that. */
async function scroll(page: Page, screens: number, until: number): Promise<boolean> {
  const steps = Math.ceil((screens * (page.viewportSize()?.height ?? 0)) / stepPx);
  for (let step = 0; step < steps; step++) {
    if (performance.now() > until) return false;
    await page.mouse.wheel(0, stepPx);
    await sleep(60);
  }
  await sleep(300);
  return true;
}

type Held = { heapMb: number; elements: number };

/** What is still held after a garbage collection. */
async function held(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  return { heapMb: usedSize / 2 ** 20, elements: nodes };
}

type Scrolled = { browser: Browser; context: BrowserContext; url: string; items: readonly BareItem[] };

/**
 * `items`: what the pages show, for the bare pages beside each. The ratio is to the one whose items come as needed. `wanted`: all
 * views if none is named.
 */
export async function measureScrolling({ browser, context, url, items }: Scrolled, wanted: readonly View[]): Promise<void> {
  const memory = [`heap at ${fewScreens}`, `at ${manyScreens}`, `nodes at ${fewScreens}`, `at ${manyScreens}`];
  row('scroll, slowed 4 times', 'screens', ...columns, ...memory);
  for (const view of wanted.length > 0 ? wanted : views) {
    const bare = async (rows: 'all' | 'near') =>
      bareTasks({ browser, context, items, shape: view, rows }, (page) =>
        scroll(page, manyScreens, performance.now() + scrollWithinMs),
      );
    row(`  ${view}, a bare page`, String(manyScreens), ...cellsOf(await bare('all')));
    const near = await bare('near');
    row(`  ${view}, bare, items as needed`, String(manyScreens), ...cellsOf(near));
    const page = await context.newPage();
    const session = await page.context().newCDPSession(page);
    await open(page, url, view);
    await sleep(1500);
    await page.mouse.move(700, 600);
    await slow(page);
    const until = performance.now() + scrollWithinMs;
    let whole = true;
    const reached = async (screens: number) => {
      const tasks = await pageTasks(browser, async () => {
        whole = (await scroll(page, screens, until)) && whole;
      });
      return { tasks, ...(await held(session)) };
    };
    const few = await reached(fewScreens);
    const many = await reached(manyScreens - fewScreens);
    const screens = await page.evaluate('scrollY / innerHeight');
    const sizes = [few.heapMb, many.heapMb].map((mb) => `${mb.toFixed(1)} MB`);
    const figures = [Number(screens).toFixed(1), ...cellsOf([...few.tasks, ...many.tasks], near)];
    row(whole ? view : `${view}, given up`, ...figures, ...sizes, String(few.elements), String(many.elements));
    await page.close();
  }
}

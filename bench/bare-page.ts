/**
 * The baselines of scrolling: the same words and pictures as plain HTML, without our styles and scripts. Either all of it is there,
 * scrolled by the browser alone, or thirty lines of script add the items near the screen and remove the others. Tasks that are
 * long here are caused by the machine, not by the product.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { escapeXml } from '#lib/xml.ts';
import { type PageTask, pageTasks } from './page-tasks.ts';

export type BareItem = { title?: string | undefined; text: string; picture?: string | null | undefined };
export type BareShape = 'gallery' | 'masonry' | 'list' | 'table' | 'text';
/** `near`: the items within a screen of what is seen. */
type BareRows = 'all' | 'near';

const longTaskMs = 50;
const slowdown = 4;

const styles: Record<BareShape, string> = {
  gallery:
    'ul { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px } li { height: 240px; overflow: hidden; border: 1px solid #ccc }',
  masonry: 'ul { columns: 3; column-gap: 16px } li { break-inside: avoid; margin-bottom: 16px; border: 1px solid #ccc }',
  list: 'li { height: 76px; overflow: hidden; border-bottom: 1px solid #ccc }',
  table: 'table { table-layout: fixed; width: 100% } td { height: 52px; overflow: hidden }',
  text: 'li { padding: 8px 80px; line-height: 24px }',
};

function itemOf({ title, text, picture }: BareItem, shape: BareShape): string {
  const image = picture ? `<img src="${escapeXml(picture)}" alt="" width="160" height="90" loading="lazy">` : '';
  const head = title === undefined ? '' : `<a href="#">${escapeXml(title)}</a>`;
  return shape === 'table'
    ? `<tr><td>${image}</td><td>${head}</td><td>${escapeXml(text)}</td></tr>`
    : `<li>${image}${head}<p>${escapeXml(text)}</p></li>`;
}

function htmlOf(items: readonly BareItem[], shape: BareShape): string {
  const [before, after] = shape === 'table' ? ['<table>', '</table>'] : ['<ul>', '</ul>'];
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0 96px; font: 14px sans-serif } ul { list-style: none; margin: 0; padding: 0 } p { margin: 4px 0 } ${styles[shape]}
    </style>${before}${items.map((item) => itemOf(item, shape)).join('')}${after}`;
}

/** Where items come as needed, all of a shape are equally high. */
const places: Record<BareShape, { columns: number; rowPx: number }> = {
  gallery: { columns: 4, rowPx: 256 },
  masonry: { columns: 3, rowPx: 280 },
  list: { columns: 1, rowPx: 77 },
  table: { columns: 1, rowPx: 56 },
  text: { columns: 1, rowPx: 40 },
};

function nearHtmlOf(items: readonly BareItem[], shape: BareShape): string {
  const { columns, rowPx } = places[shape];
  const inner = items.map((item) => itemOf(item, 'list').replace(/^<li>|<\/li>$/g, ''));
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0 96px; font: 14px sans-serif } p { margin: 4px 0 }
    ul { list-style: none; margin: 0; padding: 0; position: relative; height: ${Math.ceil(items.length / columns) * rowPx}px }
    li { position: absolute; overflow: hidden; border: 1px solid #ccc; width: ${95 / columns}%; height: ${rowPx - 16}px }
    </style><ul></ul><script>{
      const items = ${JSON.stringify(inner).replaceAll('<', '\\u003c')};
      const list = document.querySelector('ul');
      const drawn = new Map();
      const draw = () => {
        const from = Math.max(0, Math.floor(scrollY / ${rowPx} - innerHeight / ${rowPx}) * ${columns});
        const to = Math.min(items.length, Math.ceil(scrollY / ${rowPx} + (2 * innerHeight) / ${rowPx}) * ${columns});
        for (const [index, element] of drawn) {
          if (index >= from && index < to) continue;
          element.remove();
          drawn.delete(index);
        }
        for (let index = from; index < to; index++) {
          if (drawn.has(index)) continue;
          const element = document.createElement('li');
          element.innerHTML = items[index];
          element.style.top = Math.floor(index / ${columns}) * ${rowPx} + 'px';
          element.style.left = (index % ${columns}) * ${100 / columns} + '%';
          list.append(element);
          drawn.set(index, element);
        }
      };
      draw();
      addEventListener('scroll', draw, { passive: true });
    }</script>`;
}

type Bare = { browser: Browser; context: BrowserContext; items: readonly BareItem[]; shape: BareShape; rows?: BareRows };

/** `scroll` scrolls as the page that this one is compared with was scrolled. */
export async function bareTasks(
  { browser, context, items, shape, rows = 'all' }: Bare,
  scroll: (page: Page) => Promise<unknown>,
): Promise<PageTask[]> {
  const page = await context.newPage();
  await page.setContent(rows === 'all' ? htmlOf(items, shape) : nearHtmlOf(items, shape));
  await page.waitForTimeout(1500);
  await page.mouse.move(700, 600);
  await slow(page);
  const tasks = await pageTasks(browser, async () => void (await scroll(page)));
  await page.close();
  return tasks;
}

export async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** By processor time and by wall-clock time, which on a busy machine also counts waiting for the processor. */
export function figuresOf(tasks: readonly PageTask[]): {
  long: number;
  longest: number;
  /** Of the longest. */
  collecting: number;
  longByClock: number;
  longestByClock: number;
} {
  const by = (clock: 'processorMs' | 'clockMs') => {
    const times = tasks.map((task) => task[clock]);
    return { long: times.filter((ms) => ms > longTaskMs).length, longest: Math.max(0, ...times) };
  };
  const [processor, clock] = [by('processorMs'), by('clockMs')];
  const { collectingMs: collecting = 0 } = tasks.find(({ processorMs }) => processorMs === processor.longest) ?? {};
  return { ...processor, collecting, longByClock: clock.long, longestByClock: clock.longest };
}

/** `beside`: the tasks of the baseline, for the ratio of the longest ones by processor time. */
export const cellsOf = (tasks: readonly PageTask[], beside?: readonly PageTask[]): string[] => {
  const { long, longest, collecting, longByClock, longestByClock } = figuresOf(tasks);
  const ratio = beside === undefined ? '' : (longest / figuresOf(beside).longest).toFixed(2);
  return [
    String(long),
    `${longest.toFixed(0)} ms`,
    `${collecting.toFixed(0)} ms`,
    ratio,
    String(longByClock),
    `${longestByClock.toFixed(0)} ms`,
  ];
};

export const columns = [`> ${longTaskMs} ms`, 'longest', 'of it GC', 'ratio', 'by clock', 'longest'];

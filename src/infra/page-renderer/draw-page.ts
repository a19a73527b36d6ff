import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { GuardedFetch } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import type { RunningBrowser } from './launch.ts';
import { type fetchFirst, routeTraffic, type Traffic } from './traffic.ts';

const maxHtmlBytes = 5_000_000;
/** A page is finished when its text has not changed and no request has been pending for this long. */
const settledMs = 700;
const emptySettledMs = 3_000;
const longestWaitMs = 12_000;
const lookEveryMs = 150;
const enoughText = 250;

export async function drawPage(
  { browser }: RunningBrowser,
  url: string,
  first: Awaited<ReturnType<typeof fetchFirst>>,
  { fetch, timeoutMs, signal }: { fetch: GuardedFetch; timeoutMs: number; signal: AbortSignal },
): Promise<{ bytes: Uint8Array; url: string }> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    acceptDownloads: false,
    viewport: { width: 1280, height: 1600 },
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    closeOthers(context, page);
    const traffic = await routeTraffic(page, first, { fetch, signal });
    await page.goto(first.url + (URL.canParse(url) ? new URL(url).hash : ''), { waitUntil: 'commit', timeout: timeoutMs });
    const world = await openWorld(context, page);
    await settle(world, traffic, signal);
    const refused = traffic.failure();
    if (refused) throw refused;
    const html = await world.read();
    return { bytes: new TextEncoder().encode(html), url: page.url().replace(/#.*$/s, '') };
  } finally {
    await context.close().catch(() => {});
  }
}

function closeOthers(context: BrowserContext, page: Page): void {
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => {});
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
}

/** An isolated JavaScript world, which the page's scripts cannot change. */
type World = { textLength(): Promise<number>; read(): Promise<string> };

async function openWorld(context: BrowserContext, page: Page): Promise<World> {
  const session: CDPSession = await context.newCDPSession(page);
  let contextId: number | null = null;

  async function enter(): Promise<number> {
    if (contextId !== null) return contextId;
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
    contextId = executionContextId;
    return executionContextId;
  }

  async function evaluate(expression: string): Promise<unknown> {
    // Retries, because a navigation of the page destroys the world.
    for (let attempt = 0; ; attempt++) {
      try {
        const { result } = await session.send('Runtime.evaluate', { expression, contextId: await enter(), returnByValue: true });
        return result.value;
      } catch (error) {
        contextId = null;
        if (attempt >= 3) throw error;
      }
    }
  }

  return {
    textLength: async () => Number(await evaluate('document.body ? document.body.innerText.trim().length : 0')) || 0,
    async read() {
      const html = await evaluate(readScript);
      if (typeof html !== 'string') throw new AppError('page_too_complex', { detail: 'the drawn page is too large' });
      return html;
    },
  };
}

/** Serialises the page, with shadow roots in the form that page extraction reads. */
const readScript = `(() => {
  const root = document.documentElement;
  if (!root) return '';
  const shadows = [];
  const queue = [document];
  while (queue.length > 0 && shadows.length < 2000)
    for (const element of queue.pop().querySelectorAll('*'))
      if (element.shadowRoot) { shadows.push(element.shadowRoot); queue.push(element.shadowRoot); }
  const lang = (root.getAttribute('lang') || '').replace(/[^A-Za-z-]/g, '');
  const html = '<!doctype html><html lang="' + lang + '"><meta charset="utf-8">' + root.getHTML({ shadowRoots: shadows }) + '</html>';
  return html.length > ${maxHtmlBytes} ? null : html;
})()`;

async function settle(world: World, traffic: Traffic, signal: AbortSignal): Promise<void> {
  const start = performance.now();
  let last = -1;
  let since = start;
  while (!signal.aborted && performance.now() - start < longestWaitMs) {
    const length = await world.textLength();
    const now = performance.now();
    if (length !== last || traffic.pending() > 0) since = now;
    last = length;
    if (now - since >= (length >= enoughText ? settledMs : emptySettledMs)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, lookEveryMs);
    });
  }
}

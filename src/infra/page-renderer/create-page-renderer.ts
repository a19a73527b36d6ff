/** One page at a time; all requests go through the guarded fetch. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { GuardedFetch, PageRenderer } from '#engine/ports.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { findChromium } from './find-chromium.ts';
import type { LaunchOptions, RunningBrowser } from './launch.ts';
import { fetchFirst, routeTraffic, type Traffic } from './traffic.ts';

export type PageRendererOptions = {
  fetch: GuardedFetch;
  executablePath: string | null;
  /** Per page. Default 25 000. */
  timeoutMs?: number;
  /** Default 60 000. */
  idleMs?: number;
  /** All browser processes together. Default 1 GB. */
  maxMemoryBytes?: number;
  fence?: LaunchOptions['fence'];
};

const maxHtmlBytes = 5_000_000;
/** A page is done when its text is unchanged and no request is pending for this long. */
const settledMs = 700;
const emptySettledMs = 3_000;
const longestWaitMs = 12_000;
const lookEveryMs = 150;
const enoughText = 250;

/** Also throws the errors of the guarded fetch for the page itself, and `cancelled`. */
export function createPageRenderer(options: PageRendererOptions): { renderPage: PageRenderer; close(): Promise<void> } {
  const { timeoutMs = 25_000, idleMs = 60_000, maxMemoryBytes = 1024 ** 3 } = options;
  let running: RunningBrowser | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;
  let closed = false;

  async function browser(): Promise<RunningBrowser> {
    if (running?.isRunning()) return running;
    const executablePath = findChromium(options.executablePath);
    if (executablePath === null) throw new AppError('page_needs_browser', { detail: 'no Chromium on this machine' });
    // Loaded on use: the library is large.
    const { launchBrowser } = await import('./launch.ts');
    running = await launchBrowser({ executablePath, maxMemoryBytes, ...(options.fence ? { fence: options.fence } : {}) });
    return running;
  }

  async function stop(): Promise<void> {
    clearTimeout(idleTimer);
    const last = running;
    running = null;
    await last?.kill();
  }

  async function render(url: string, caller: AbortSignal): Promise<{ bytes: Uint8Array; url: string }> {
    if (caller.aborted || closed) throw new AppError('cancelled');
    clearTimeout(idleTimer);
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([caller, limit]);
    let mustEnd = false;
    try {
      const first = await fetchFirst(options.fetch, url, signal);
      const used = await browser();
      // A page that blocks the browser is left by killing the browser.
      const cut = new Promise<never>((_, reject) => {
        const stopped = () => reject(new AppError(caller.aborted ? 'cancelled' : 'timed_out'));
        if (signal.aborted) stopped();
        signal.addEventListener('abort', stopped, { once: true });
        void used.ended.then(() => reject(new AppError('page_needs_browser', { detail: 'the browser ended' })));
      });
      return await Promise.race([draw(used, url, first, signal), cut]);
    } catch (error) {
      mustEnd = true;
      const known = findAppError(error);
      if (caller.aborted) throw new AppError('cancelled', { cause: error });
      if (limit.aborted) throw new AppError('timed_out', { cause: error });
      throw known ?? new AppError('page_needs_browser', { cause: error, detail: 'the browser did not draw it' });
    } finally {
      if (mustEnd || closed) await stop();
      else {
        idleTimer = setTimeout(() => void stop(), idleMs);
        idleTimer.unref();
      }
    }
  }

  async function draw(
    used: RunningBrowser,
    url: string,
    first: Awaited<ReturnType<typeof fetchFirst>>,
    signal: AbortSignal,
  ): Promise<{ bytes: Uint8Array; url: string }> {
    const context = await used.browser.newContext({
      serviceWorkers: 'block',
      acceptDownloads: false,
      viewport: { width: 1280, height: 1600 },
      reducedMotion: 'reduce',
    });
    try {
      const page = await context.newPage();
      closeOthers(context, page);
      const traffic = await routeTraffic(page, first, { fetch: options.fetch, signal });
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

  return {
    renderPage(url, signal) {
      const work = turn.then(() => render(url, signal));
      turn = work.catch(() => {});
      return work;
    },
    async close() {
      closed = true;
      await stop();
      await turn;
    },
  };
}

function closeOthers(context: BrowserContext, page: Page): void {
  context.on('page', (other) => {
    if (other !== page) void other.close().catch(() => {});
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
}

/** An isolated world, which the page's scripts cannot change. */
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
    // The page may navigate meanwhile, which destroys the world.
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

/** Writes out shadow roots in the form that page extraction reads. */
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

/** Renders pages in Chromium, one at a time. All requests go through the guarded fetch. */
import type { GuardedFetch, PageRenderer } from '#engine/ports.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { drawPage } from './draw-page.ts';
import { findChromium } from './find-chromium.ts';
import type { LaunchOptions, RunningBrowser } from './launch.ts';
import { fetchFirst } from './traffic.ts';

export type PageRendererOptions = {
  fetch: GuardedFetch;
  executablePath: string | null;
  timeoutMs?: number;
  idleMs?: number;
  /** Limit for all browser processes together. Default 1 GB. */
  maxMemoryBytes?: number;
  fence?: LaunchOptions['fence'];
};

/** `renderPage` also throws `cancelled`, and the errors of the guarded fetch for the page itself. */
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
    // Imported on first use, because the library is large.
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
      // If a page blocks the browser, the browser is killed.
      const cut = new Promise<never>((_, reject) => {
        const stopped = () => reject(new AppError(caller.aborted ? 'cancelled' : 'timed_out'));
        if (signal.aborted) stopped();
        signal.addEventListener('abort', stopped, { once: true });
        void used.ended.then(() => reject(new AppError('page_needs_browser', { detail: 'the browser ended' })));
      });
      return await Promise.race([drawPage(used, url, first, { fetch: options.fetch, timeoutMs, signal }), cut]);
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

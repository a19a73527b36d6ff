type Surroundings = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  fetch: (path: string, init: RequestInit) => Promise<Pick<Response, 'ok'>>;
  reload: () => void;
  now: () => number;
};

const reloadedKey = 'gleaner.reloaded';
/** A reload that did not help is not repeated sooner. */
const pauseMs = 60_000;

/**
 * Answers `vite:preloadError`: a part of the page could not be had. When the server answers, it was updated since the page
 * was opened, and the page is loaded anew; a server that cannot be reached would leave the browser's error page in place
 * of what somebody was writing. Either way the import fails where it was asked for.
 */
export function createReloadAfterUpdate({
  storage,
  fetch,
  reload,
  now,
}: Surroundings): (event: VitePreloadErrorEvent) => Promise<void> {
  const isRecent = () => now() - Number(storage.getItem(reloadedKey) ?? 0) < pauseMs;
  return async ({ payload }) => {
    try {
      // The router would reload by itself, whether or not there is a server to load from: this is how it knows that it has.
      storage.setItem(`tanstack_router_reload:${payload.message}`, '1');
      if (isRecent() || !(await fetch('/healthz', { cache: 'no-store' })).ok) return;
      // Several parts may have failed at once.
      if (isRecent()) return;
      storage.setItem(reloadedKey, String(now()));
    } catch {
      // No server, or a browser that could not remember and would do it without end.
      return;
    }
    reload();
  };
}

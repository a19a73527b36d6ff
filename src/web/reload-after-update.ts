type Surroundings = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  fetch: (path: string, init: RequestInit) => Promise<Pick<Response, 'ok'>>;
  reload: () => void;
  now: () => number;
};

const reloadedKey = 'gleaner.reloaded';
/** Prevents reload loops. */
const pauseMs = 60_000;

/**
 * On `vite:preloadError`: reloads when the server answers, as it was probably updated. Without a server a reload would lose
 * unsaved text. The import fails in both cases.
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
      // The router's own mark for a reload; without it the router reloads even without a server.
      storage.setItem(`tanstack_router_reload:${payload.message}`, '1');
      if (isRecent() || !(await fetch('/healthz', { cache: 'no-store' })).ok) return;
      // Several parts may have failed at once.
      if (isRecent()) return;
      storage.setItem(reloadedKey, String(now()));
    } catch {
      // No server, or no storage to prevent a reload loop.
      return;
    }
    reload();
  };
}

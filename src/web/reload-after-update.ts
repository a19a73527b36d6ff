type Surroundings = {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  fetch: (path: string, init: RequestInit) => Promise<Pick<Response, 'ok'>>;
  reload: () => void;
  /** A part is missing even after the page was reloaded for it. */
  onGivenUp: () => void;
  /** Whether somebody waits for the part: the page has just begun, or something was pressed. */
  isAwaited: () => boolean;
  /** Identifies the build of the page. */
  version: string;
};

const reloadedKey = 'gleaner.reloaded';
/**
 * On `vite:preloadError`: reloads if the server answers, as it was probably updated. Without a server a reload would lose
 * unsaved text. A failed preload, as when the pointer came near, changes nothing: the press will ask for it again.
 * A page reloads once: where the reload brings the same build, its parts are missing there too, and the failed
 * part says so. The import fails in every case.
 */
export function createReloadAfterUpdate({
  storage,
  fetch,
  reload,
  onGivenUp,
  isAwaited,
  version,
}: Surroundings): (event: VitePreloadErrorEvent) => Promise<void> {
  const hasReloaded = () => storage.getItem(reloadedKey) === version;
  let reloading = false;
  return async ({ payload }) => {
    try {
      // The router's own mark for a reload; without it the router reloads even without a server.
      storage.setItem(`tanstack_router_reload:${payload.message}`, '1');
      if (!isAwaited()) return;
      if (hasReloaded() && !reloading) onGivenUp();
      if (hasReloaded() || !(await fetch('/healthz', { cache: 'no-store' })).ok) return;
      // Several parts may have failed at once.
      if (hasReloaded()) return;
      reloading = true;
      storage.setItem(reloadedKey, version);
    } catch {
      // No server, or no storage to prevent a reload loop.
      return;
    }
    reload();
  };
}

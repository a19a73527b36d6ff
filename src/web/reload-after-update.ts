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
 * Reloads if the server answers, as it was probably updated; without a server a reload would lose unsaved text. A failed preload
 * changes nothing: the press asks again. Reloads once: the same build would miss the same parts. The import fails in every case.
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

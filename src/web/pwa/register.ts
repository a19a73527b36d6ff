const quietMs = 1000;

/** Not in development, where files change without a build. The worker fetches the whole interface: the first page goes first. */
export function registerWorker(isLoading: () => boolean): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  whenQuiet(isLoading, () => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {
      // Without storage, or while the server is down, the pages work without the worker.
    });
  });
}

/** Acts once the page is loaded and nothing was requested for a second. */
function whenQuiet(isLoading: () => boolean, act: () => void): void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(look, quietMs);
  };
  const arrivals = new PerformanceObserver(wait);
  function look(): void {
    if (document.readyState !== 'complete' || isLoading()) {
      wait();
      return;
    }
    arrivals.disconnect();
    act();
  }
  arrivals.observe({ type: 'resource' });
  wait();
}

import type { Asker, GuardedFetch } from '#engine/ports.ts';

/** The same fetch, with all its requests counted for one asker. */
export function fetchFor(fetch: GuardedFetch, asker: Asker): GuardedFetch {
  return (url, options) => fetch(url, { ...options, asker });
}

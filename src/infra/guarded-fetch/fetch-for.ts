import type { Asker, GuardedFetch } from '#engine/ports.ts';

export function fetchFor(fetch: GuardedFetch, asker: Asker): GuardedFetch {
  return (url, options) => fetch(url, { ...options, asker });
}

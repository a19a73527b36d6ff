import { createTRPCClient, httpLink } from '@trpc/client';
import { endpoint, sameOriginHeaders } from '#rpc/client.tsx';
import { offlineAnswersLink } from '#rpc/offline-answers.ts';
import { tellTabsLink } from '#rpc/tell-tabs.ts';
import type { AppRouter } from '#server/router.ts';

/** Browsers limit `keepalive` requests to 64 KiB at a time, headers included. */
const lastingBytes = 60_000;
let underWay = 0;

async function lastingFetch(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const size = typeof init?.body === 'string' ? new Blob([init.body]).size : 0;
  if (underWay + size > lastingBytes) return fetch(input, init);
  underWay += size;
  try {
    return await fetch(input, { ...init, keepalive: true });
  } finally {
    underWay -= size;
  }
}

/** For calls while the page is being left: unbatched and `keepalive`. */
export const lastingClient = createTRPCClient<AppRouter>({
  links: [
    tellTabsLink,
    offlineAnswersLink,
    httpLink({ url: endpoint, headers: sameOriginHeaders, methodOverride: 'POST', fetch: lastingFetch }),
  ],
});

/** When the page is left, closed or hidden. `gone`: the page ends, unless it is restored from the cache. */
export function onLeaving(flush: (gone: boolean) => void): () => void {
  const handleHide = (): void => flush(true);
  const handleVisibility = (): void => {
    if (document.visibilityState === 'hidden') flush(false);
  };
  window.addEventListener('pagehide', handleHide);
  document.addEventListener('visibilitychange', handleVisibility);
  return () => {
    window.removeEventListener('pagehide', handleHide);
    document.removeEventListener('visibilitychange', handleVisibility);
  };
}

/** Calls that a page makes when it is about to be left. */
import { createTRPCClient, httpLink } from '@trpc/client';
import { endpoint, sameOriginHeaders } from '#rpc/client.tsx';
import { tellTabsLink } from '#rpc/tell-tabs.ts';
import type { AppRouter } from '#server/router.ts';

/** Browsers let 64 KiB at a time outlive their page, headers and all. */
const lastingBytes = 60_000;
let underWay = 0;

/** A request that goes on when its page goes away, as long as it is small enough for that. */
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

/** The same calls as ever, each sent at once by itself instead of together with the others of its moment. */
export const lastingClient = createTRPCClient<AppRouter>({
  links: [tellTabsLink, httpLink({ url: endpoint, headers: sameOriginHeaders, methodOverride: 'POST', fetch: lastingFetch })],
});

/**
 * Calls `flush` when the page is left, closed or put into the background, as far as a browser tells. `gone`: nothing will
 * be heard on this page any more, unless it is brought back as it was.
 */
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

/** Nothing depends on it: a tab in the background refetches when it is shown. */
import type { QueryClient } from '@tanstack/react-query';
import type { TRPCLink } from '@trpc/client';
import { tap } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';
import { type Change, type Changes, contentOf, invalidateAfter } from './stale-queries.ts';

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('gleaner');

export const tellTabsLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        next() {
          if (op.type !== 'mutation') return;
          const contentId = contentOf(op.input);
          tabs?.postMessage({ path: op.path, ...(contentId === undefined ? {} : { contentId }) } satisfies Change);
        },
      }),
    );

export function listenToTabs(queryClient: QueryClient, changes: Changes): void {
  if (tabs) tabs.onmessage = ({ data }) => void invalidateAfter(queryClient, changes, readChange(data));
}

/** Tabs of an earlier version say only that something has changed. */
function readChange(data: unknown): Change {
  if (typeof data !== 'object' || data === null || !('path' in data) || typeof data.path !== 'string') return { path: '' };
  const contentId = contentOf(data);
  return { path: data.path, ...(contentId === undefined ? {} : { contentId }) };
}

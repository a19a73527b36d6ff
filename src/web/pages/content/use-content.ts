import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ContentOverview } from '#features/contents/contract.ts';
import { type LiveRun, useRunStream } from '#features/summaries/ui/use-run-stream.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useRefreshContent } from '#rpc/refresh-content.ts';

const quietMs = 4000;

export type LiveContent = {
  detail: ContentOverview | undefined;
  error: unknown;
  loading: boolean;
  refetch: () => void;
  retrying: boolean;
  running: boolean;
  live: LiveRun;
};

/** Reads once, then follows the stream; polls only while the stream is silent. */
export function useContent(contentId: string): LiveContent {
  const trpc = useTRPC();
  const refresh = useRefreshContent(contentId);
  const silent = useRef<() => number>(() => 0);
  const query = useQuery(
    trpc.content.overview.queryOptions(
      { contentId },
      {
        refetchInterval: ({ state }) => {
          const isRunning = state.data !== undefined && (state.data.run !== null || state.data.status === 'processing');
          return isRunning && silent.current() > quietMs ? quietMs : isRunning ? quietMs * 4 : false;
        },
      },
    ),
  );
  const detail = query.data;
  const running = detail !== undefined && (detail.run !== null || detail.status === 'processing');
  const live = useRunStream(contentId, detail?.run ?? null, running, () => void refresh());
  useEffect(() => {
    silent.current = live.silentMs;
  }, [live.silentMs]);
  return {
    detail,
    error: query.error,
    loading: query.isPending,
    refetch: () => void query.refetch(),
    retrying: query.isFetching,
    running,
    live,
  };
}

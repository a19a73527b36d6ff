import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useEffect, useRef, useState } from 'react';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { patchRecord } from '#rpc/patch-records.ts';
import { refreshWork } from '#rpc/refresh-work.ts';

type Running = RouterOutputs['content']['running'];

/** The running work. Fetched on every visit of a page that shows it; the stream updates it in between. */
export function useRunning() {
  const trpc = useTRPC();
  // A visitor without an account has no running work.
  const me = useQuery(trpc.account.me.queryOptions());
  return useQuery(trpc.content.running.queryOptions(undefined, { enabled: me.data?.user != null, refetchOnMount: 'always' }));
}

/** Used once. The stream is open only while something runs and the page is visible: a browser allows six connections. */
export function useRunningProgress(): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const visible = usePageVisible();
  const running = useRunning();
  const busy = (running.data?.items.length ?? 0) > 0 || (running.data?.batches.length ?? 0) > 0;
  const runningKey = trpc.content.running.queryKey();
  const recordsFilter = trpc.user.videos.pathFilter();

  // Work may have ended, or begun in another tab, while nobody looked. Where none ran, nothing else is out of date by it.
  const wasVisible = useRef(visible);
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (visible === wasVisible.current) return;
    wasVisible.current = visible;
    if (!visible) wasBusy.current = busy;
    else if (wasBusy.current) void refreshWork(queryClient, trpc);
    else void queryClient.invalidateQueries(trpc.content.running.queryFilter());
  }, [visible, busy, queryClient, trpc]);

  useSubscription(
    trpc.content.progress.subscriptionOptions(
      {},
      {
        enabled: visible && busy,
        // The stream does not report what ended before it was open.
        onStarted: () => void refreshWork(queryClient, trpc),
        onData: ({ data: { contentId, event } }) => {
          if (event.type === 'partial') return;
          if (event.type === 'stage') {
            const run = {
              stage: event.stage,
              percent: event.percent,
              code: event.code,
              params: event.params ?? {},
              elapsedMs: event.elapsedMs,
            };
            queryClient.setQueryData<Running>(runningKey, (list) =>
              list === undefined
                ? list
                : { ...list, items: list.items.map((item) => (item.contentId === contentId ? { ...item, run } : item)) },
            );
            patchRecord(queryClient, trpc, contentId, { run });
            return;
          }
          queryClient.setQueryData<Running>(runningKey, (list) =>
            list === undefined ? list : { ...list, items: list.items.filter((item) => item.contentId !== contentId) },
          );
          // A pending answer may be older than this end and bring the run back; the progress of a batch is counted by the server.
          void queryClient.invalidateQueries(trpc.content.running.queryFilter());
          void queryClient.invalidateQueries(recordsFilter);
        },
      },
    ),
  );
}

function usePageVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const handleChange = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', handleChange);
    return () => document.removeEventListener('visibilitychange', handleChange);
  }, []);
  return visible;
}

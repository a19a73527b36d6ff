import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSubscription } from '@trpc/tanstack-react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTRPC } from '#rpc/client.tsx';

/** The stream tells what changes; should it be silent for long, the page asks for itself. */
const askAgainMs = 8_000;

type Live = { draft: string; done: number; total: number };

const nothing: Live = { draft: '', done: 0, total: 0 };

/** An answer and what is being written of it now. */
export function usePromptResult(place: { contentId: string; promptId: string }) {
  const { contentId, promptId } = place;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(
    trpc.prompt.result.queryOptions(
      { contentId, promptId },
      { refetchInterval: ({ state }) => (isUnderWay(state.data?.result?.state) ? askAgainMs : false) },
    ),
  );
  const result = query.data?.result ?? null;
  const running = isUnderWay(result?.state);
  const [live, setLive] = useState<Live>(nothing);
  const refresh = useCallback(
    () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: trpc.prompt.result.queryKey({ contentId, promptId }) }),
        queryClient.invalidateQueries({ queryKey: trpc.prompt.results.queryKey({ contentId }) }),
      ]),
    [queryClient, trpc, contentId, promptId],
  );
  useEffect(() => {
    if (!running) setLive(nothing);
  }, [running]);
  useSubscription(
    trpc.prompt.progress.subscriptionOptions(
      { contentId, promptId },
      {
        enabled: running,
        onData: (event) => {
          if (event.type === 'ended') void refresh();
          else if (event.type === 'parts') setLive((before) => ({ ...before, done: event.done, total: event.total }));
          else setLive((before) => ({ ...before, draft: before.draft.slice(0, event.offset) + event.text }));
        },
      },
    ),
  );
  const shown: Live =
    running && result && live.draft === ''
      ? { draft: result.draft, done: Math.max(live.done, result.done), total: live.total || result.total }
      : live;
  return { query, result, running, live: shown, refresh };
}

function isUnderWay(state: string | undefined): boolean {
  return state === 'queued' || state === 'running';
}

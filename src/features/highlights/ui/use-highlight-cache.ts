import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import type { Highlight } from '../contract.ts';

export function useHighlightCache(contentId: string) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const key = trpc.highlights.ofContent.queryKey({ contentId });
  const unseen = useRef(false);

  const show = (change: (before: readonly Highlight[]) => Highlight[]) => {
    // The first request may miss this highlight, so the list is loaded again.
    if (queryClient.getQueryData(key) === undefined) {
      unseen.current = true;
      return;
    }
    // A running request must not overwrite this change.
    void queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData(key, (data) => (data ? { highlights: change(data.highlights) } : data));
  };
  /** Reverts without a refetch, which would need a connection. */
  const takeBack = (change: (before: readonly Highlight[]) => Highlight[]) => () =>
    void queryClient.setQueryData(key, (data) => (data ? { highlights: change(data.highlights) } : data));
  const rowOf = (id: string) => queryClient.getQueryData(key)?.highlights.find((each) => each.id === id);
  const onError = (error: unknown) => {
    failed(
      t(($) => $.highlights.failed),
      error,
    );
    void queryClient.invalidateQueries({ queryKey: key });
  };
  const onSettled = () => {
    if (unseen.current) void queryClient.invalidateQueries({ queryKey: key });
    unseen.current = false;
    void queryClient.invalidateQueries({ queryKey: trpc.highlights.list.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.user.videos.pathKey(), refetchType: 'none' });
  };
  return { show, takeBack, rowOf, onError, onSettled };
}

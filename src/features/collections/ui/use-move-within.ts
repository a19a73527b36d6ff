import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { moveWithin } from './move-within.ts';

/** `before`: the content that will follow it, null for the end. `place` counts from 0. */
export type Move = { contentId: string; before: string | null; place: number };

type Pages = InfiniteData<RouterOutputs['share']['getCollectionDetails'], string | null>;

/** Moves are shown at once and sent one after the other. */
export function useMoveWithin(collectionId: string, onRetry: (move: Move) => void) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const details = trpc.share.getCollectionDetails.pathFilter();

  return useMutation({
    mutationKey: ['collection-order'],
    scope: { id: 'collections' },
    mutationFn: ({ contentId, before }: Move) =>
      client.share.moveItemsInCollection.mutate({ collectionId, contentIds: [contentId], before }),
    onMutate: async ({ contentId, before }) => {
      await queryClient.cancelQueries(details);
      const kept = queryClient.getQueriesData<Pages>(details);
      queryClient.setQueriesData<Pages>(details, (data) => (data ? withMoved(data, collectionId, contentId, before) : data));
      return { kept };
    },
    onError: (error, moved, context) => {
      for (const [key, data] of context?.kept ?? []) queryClient.setQueryData(key, data);
      failed(
        t(($) => $.collections.toast.moveFailed),
        error,
        { label: t(($) => $.collections.toast.retry), onAction: () => onRetry(moved) },
      );
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: ['collection-order'] }) === 1)
        void queryClient.invalidateQueries(trpc.share.pathFilter());
    },
  });
}

function withMoved(data: Pages, collectionId: string, contentId: string, before: string | null): Pages {
  const items = data.pages.flatMap((page) => (page.collection.id === collectionId ? page.items : []));
  if (items.length === 0) return data;
  const whole = data.pages.at(-1)?.nextCursor === null;
  const moved = moveWithin(items, contentId, before, { whole });
  let from = 0;
  return {
    ...data,
    pages: data.pages.map((page) => {
      const end = from + page.items.length;
      const part = { ...page, items: moved.slice(from, end) };
      from = end;
      return part;
    }),
  };
}

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { Collection } from './use-collections.ts';

type Row = RouterOutputs['share']['getCollectionDetails']['items'][number];

const pageSize = 30;

export function useCollectionItems(id: string) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = useInfiniteQuery({
    queryKey: trpc.share.getCollectionDetails.infiniteQueryKey({ id, limit: pageSize }),
    queryFn: ({ pageParam, signal }) =>
      client.share.getCollectionDetails.query({ id, limit: pageSize, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // It is changed in many places.
    refetchOnMount: 'always',
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => {
    const seen = new Map<string, Row>();
    for (const row of pages?.flatMap(({ items }) => items) ?? []) if (!seen.has(row.content_id)) seen.set(row.content_id, row);
    return [...seen.values()];
  }, [pages]);
  return {
    collection: pages?.at(-1)?.collection ?? null,
    rows,
    error: query.error,
    isFetching: query.isFetching,
    hasNextPage: query.hasNextPage,
    isNextPageError: query.isFetchNextPageError,
    fetchNextPage: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

export type CollectionItems = ReturnType<typeof useCollectionItems>;

export function useRenameAndDelete(collection: Collection, { onDeleted }: { onDeleted: () => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useFailureToast();
  const rename = useMutation(
    trpc.share.updateCollection.mutationOptions({
      onSuccess: ({ name }) => showToast({ tone: 'success', message: t(($) => $.collections.toast.renamed, { name }) }),
      onError: (error) =>
        say(
          t(($) => $.collections.toast.renameFailed),
          error,
        ),
      onSettled: () => queryClient.invalidateQueries(trpc.share.pathFilter()),
    }),
  );
  const remove = useMutation(
    trpc.share.deleteCollection.mutationOptions({
      onSuccess: () => {
        const { name } = collection;
        showToast({ tone: 'success', message: t(($) => $.collections.toast.deleted, { name }) });
        // Leave the page first: it would report the deleted collection as missing.
        onDeleted();
        queryClient.removeQueries(trpc.share.getCollectionDetails.pathFilter());
        void queryClient.invalidateQueries(trpc.share.pathFilter());
      },
      onError: (error) =>
        say(
          t(($) => $.collections.toast.deleteFailed),
          error,
        ),
    }),
  );
  return { rename, remove };
}

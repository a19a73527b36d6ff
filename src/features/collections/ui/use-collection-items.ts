import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';

type Details = RouterOutputs['share']['getCollectionDetails'];
type Row = Details['items'][number];
export type CollectionDetails = Details['collection'];

const pageSize = 30;

export function useCollectionItems(id: string, { enabled }: { enabled: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const query = useInfiniteQuery({
    queryKey: trpc.share.getCollectionDetails.infiniteQueryKey({ id, limit: pageSize }),
    queryFn: ({ pageParam, signal }) =>
      client.share.getCollectionDetails.query({ id, limit: pageSize, cursor: pageParam ?? undefined }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled,
    // The items are changed in many places.
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

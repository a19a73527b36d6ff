import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';

type View = RouterOutputs['ingest']['openListing'];
type Page = RouterOutputs['ingest']['listingPage'];
export type ListingItem = Page['items'][number];
type PageParam = { listingId: string; offset: number } | null;

/** Loads page after page; keeps the loaded pages when a later one fails. */
export function usePlaylist(url: string) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['ingest', 'listing', url],
    initialPageParam: null as PageParam,
    queryFn: async ({ pageParam, signal }): Promise<{ view: View | null; page: Page; listingId: string }> => {
      if (pageParam !== null) {
        const page = await client.ingest.listingPage.query(pageParam, { signal });
        return { view: null, page, listingId: pageParam.listingId };
      }
      await client.account.ensure.mutate();
      void queryClient.invalidateQueries(trpc.account.me.queryFilter());
      const view = await client.ingest.openListing.mutate({ url }, { signal });
      return { view, page: view, listingId: view.listingId };
    },
    getNextPageParam: ({ page, listingId }): PageParam | undefined =>
      page.next === null ? undefined : { listingId, offset: page.next },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const pages = query.data?.pages ?? [];
  return {
    view: pages[0]?.view ?? null,
    items: pages.flatMap(({ page }) => page.items),
    complete: pages.length > 0 && !hasNextPage,
    reading: isFetching,
    error: query.error,
    retry: () => void (pages.length > 0 ? fetchNextPage() : query.refetch()),
  };
}

export type Playlist = ReturnType<typeof usePlaylist>;

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shortenText } from '#lib/text/cut-text.ts';
import { type RouterInputs, type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { defaultPageSize } from '../shared/page-sizes.ts';

export type RecordRow = RouterOutputs['user']['videos']['uniqueVideos'][number];

export type RecordFilters = Omit<RouterInputs['user']['videos'], 'limit' | 'cursor'>;

type Wanted = {
  filters?: RecordFilters;
  pageSize?: number;
  /** That page alone, from 1; null: from the newest on. */
  page?: number | null;
  /** False: nothing is requested. */
  enabled?: boolean;
};

type Page = RouterOutputs['user']['videos'] & { totalPages?: number; currentPage?: number; redirectedToLastPage?: boolean };

/**
 * The sidebar, home and record pages share one query. Empty without an account. All lists of the library have the path
 * `user.videos` in the cache: what makes one out of date does so to each.
 */
export function useRecords({ filters = {}, pageSize = defaultPageSize, page = null, enabled = true }: Wanted = {}) {
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const client = useTRPCClient();
  const input = { limit: pageSize, ...filters };
  const query = useInfiniteQuery({
    queryKey: [...trpc.user.videos.infiniteQueryKey(input), ...(page === null ? [] : [{ page }])],
    // Called by hand: tRPC's own options add a `direction` that the call refuses.
    queryFn: async ({ pageParam, signal }): Promise<Page> =>
      page === null
        ? await client.user.videos.query({ ...input, cursor: pageParam ?? undefined }, { signal })
        : { ...(await client.user.videosByPage.query({ page, pageSize, ...filters }, { signal })), nextCursor: null },
    initialPageParam: null as string | null,
    getNextPageParam: (read) => read.nextCursor,
    enabled: enabled && me.data?.user != null,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => rowsOf(pages), [pages]);
  const nobody = me.data?.user === null;
  const error = query.error ?? (me.data === undefined ? me.error : null);
  const last = pages?.at(-1);
  return {
    rows,
    count: last?.count ?? null,
    typeCounts: last?.typeCounts ?? null,
    /** Of a page by number. */
    totalPages: last?.totalPages ?? null,
    currentPage: last?.currentPage ?? null,
    redirectedToLastPage: last?.redirectedToLastPage ?? false,
    isPending: enabled && !nobody && query.data === undefined && error === null,
    isFetching: query.isFetching || me.isFetching,
    error,
    hasNextPage: query.hasNextPage,
    isNextPageError: query.isFetchNextPageError,
    fetchNextPage: () => void query.fetchNextPage(),
    retry: () => void (me.data === undefined ? me.refetch() : query.refetch()),
  };
}

export type Records = ReturnType<typeof useRecords>;

function rowsOf(pages: readonly Page[] | undefined): RecordRow[] {
  const seen = new Set<string>();
  const rows: RecordRow[] = [];
  // A record that moved to the front while pages were read appears twice.
  for (const row of pages?.flatMap((page) => page.uniqueVideos) ?? []) {
    if (seen.has(row.content_id)) continue;
    seen.add(row.content_id);
    rows.push(row);
  }
  return rows;
}

/** The title, else the note's beginning, else the address. */
export function recordTitle(row: Pick<RecordRow, 'title' | 'excerpt' | 'source_url'>, maxChars: number) {
  return row.title.trim() || shortenText(row.excerpt ?? '', maxChars) || row.source_url || null;
}

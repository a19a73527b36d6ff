import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sleep } from '#lib/sleep.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { type RouterInputs, type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { defaultPageSize } from '../shared/page-sizes.ts';
import { pagesReadAgain } from './read-again.ts';
import { shownList, useSeenPart } from './use-seen-part.ts';

type Match = RouterOutputs['user']['searchVideos']['searchResults'][number]['matches'][number];
/** `matches`: the places where a search found its words; `near`: only nearly. */
export type RecordRow = RouterOutputs['user']['videos']['uniqueVideos'][number] & { matches?: readonly Match[]; near?: boolean };

const searchAgainMs = 300;
/** The server's limit; it gives the last page for every number past the end. */
const mostPages = 1_000_000;

type Input = RouterInputs['user']['videos'];
export type RecordFilters = Omit<Input, 'limit' | 'cursor' | 'sort'>;

type Wanted = {
  filters?: RecordFilters & Pick<Input, 'sort'>;
  pageSize?: number;
  /** Only this page, from 1; null: an endless list from the newest on. */
  page?: number | null;
  /** The words of a search; empty: no search. */
  search?: string;
  inTranscripts?: boolean;
  enabled?: boolean;
  /** The page itself scrolls the list. */
  fillsPage?: boolean;
};

type Page = Omit<RouterOutputs['user']['videos'], 'typeCounts' | 'uniqueVideos'> & {
  uniqueVideos: RecordRow[];
  typeCounts: RouterOutputs['user']['videos']['typeCounts'] | null;
  /** For a search: whether its index is up to date. */
  complete?: boolean;
  /** For a search: whether only the best results are listed. */
  cut?: boolean;
  totalPages?: number;
  currentPage?: number;
  redirectedToLastPage?: boolean;
  kept?: boolean;
};
const noPages: readonly Page[] = [];

/** Empty without an account. Every list has the path `user.videos` in the cache, so one invalidation covers them all. */
export function useRecords({
  filters = {},
  pageSize = defaultPageSize,
  page = null,
  search = '',
  inTranscripts = false,
  enabled = true,
  fillsPage = false,
}: Wanted = {}) {
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const client = useTRPCClient();
  const input = { limit: pageSize, ...filters };
  const queryClient = useQueryClient();
  const listKey = trpc.user.videos.infiniteQueryKey(input);
  const queryKey = search !== '' ? [...listKey, { search, inTranscripts }] : page === null ? listKey : [...listKey, { page }];
  const { queryFn, getNextPageParam } = pagesReadAgain<Page>(queryClient, queryKey, {
    // Plain calls, because tRPC's own options add a `direction` that the procedure rejects.
    read: async (cursor, signal) => {
      if (search !== '') {
        // After a change, waits a moment for the index to follow.
        if (queryClient.getQueryData(queryKey) !== undefined) await sleep(searchAgainMs, signal);
        const { searchResults, cut, complete } = await client.user.searchVideos.query(
          { keyword: search, inTranscripts, ...filters },
          { signal },
        );
        return { uniqueVideos: searchResults, count: searchResults.length, typeCounts: null, nextCursor: null, cut, complete };
      }
      if (page === null) return await client.user.videos.query({ ...input, cursor: cursor ?? undefined }, { signal });
      return {
        ...(await client.user.videosByPage.query({ page: Math.min(page, mostPages), pageSize, ...filters }, { signal })),
        nextCursor: null,
      };
    },
    shown: () => shownList(queryKey),
  });
  const query = useInfiniteQuery({
    queryKey,
    queryFn,
    initialPageParam: null as string | null,
    getNextPageParam,
    // After a change of sort order, the old list stays until the new one has loaded.
    placeholderData: (before, query) => (query && unsorted(query.queryKey) === unsorted(queryKey) ? before : undefined),
    enabled: enabled && me.data?.user != null,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => rowsOf(pages), [pages]);
  useSeenPart({
    queryKey,
    enabled: fillsPage && page === null && search === '',
    pages: pages ?? noPages,
    isFetching: query.isFetching,
    failed: query.isRefetchError,
    refetch: () => query.refetch({ cancelRefetch: false }),
  });
  const nobody = me.data?.user === null;
  const error = query.error ?? (me.data === undefined ? me.error : null);
  const last = pages?.findLast((one) => !one.kept);
  return {
    rows,
    count: last?.count ?? null,
    typeCounts: last?.typeCounts ?? null,
    totalPages: last?.totalPages ?? null,
    currentPage: last?.currentPage ?? null,
    /** Only for a search: false while the index still lacks some notes. */
    complete: last?.complete ?? true,
    cut: last?.cut ?? false,
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

function unsorted(queryKey: readonly unknown[]): string {
  return JSON.stringify(queryKey, (name, value: unknown) => (name === 'sort' ? undefined : value));
}

export type Records = ReturnType<typeof useRecords>;

function rowsOf(pages: readonly Page[] | undefined): RecordRow[] {
  const seen = new Set<string>();
  const rows: RecordRow[] = [];
  // Drops duplicates: a record that moved to the front between two pages is in both.
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

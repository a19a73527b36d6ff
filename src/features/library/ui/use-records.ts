import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { sleep } from '#lib/sleep.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { type RouterInputs, type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { defaultPageSize } from '../shared/page-sizes.ts';

type Match = RouterOutputs['user']['searchVideos']['searchResults'][number]['matches'][number];
/** `matches`: where a search found it. */
export type RecordRow = RouterOutputs['user']['videos']['uniqueVideos'][number] & { matches?: readonly Match[] };

const searchAgainMs = 300;

type Input = RouterInputs['user']['videos'];
export type RecordFilters = Omit<Input, 'limit' | 'cursor' | 'sort'>;

type Wanted = {
  filters?: RecordFilters & Pick<Input, 'sort'>;
  pageSize?: number;
  /** That page alone, from 1; null: from the newest on. */
  page?: number | null;
  /** What is looked for; empty: nothing. */
  search?: string;
  /** False: nothing is requested. */
  enabled?: boolean;
};

type Page = Omit<RouterOutputs['user']['videos'], 'typeCounts' | 'uniqueVideos'> & {
  uniqueVideos: RecordRow[];
  typeCounts: RouterOutputs['user']['videos']['typeCounts'] | null;
  /** Of a search: everything is in its index. */
  complete?: boolean;
  totalPages?: number;
  currentPage?: number;
  redirectedToLastPage?: boolean;
};

/**
 * The sidebar, home and record pages share one query. Empty without an account. All lists of the library have the path
 * `user.videos` in the cache: what makes one out of date does so to each.
 */
export function useRecords({ filters = {}, pageSize = defaultPageSize, page = null, search = '', enabled = true }: Wanted = {}) {
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const client = useTRPCClient();
  const input = { limit: pageSize, ...filters };
  const queryClient = useQueryClient();
  const listKey = trpc.user.videos.infiniteQueryKey(input);
  const queryKey = search !== '' ? [...listKey, { search }] : page === null ? listKey : [...listKey, { page }];
  const query = useInfiniteQuery({
    queryKey,
    // Called by hand: tRPC's own options add a `direction` that the call refuses.
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      if (search !== '') {
        // After a change: the index follows in a moment.
        if (queryClient.getQueryData(queryKey) !== undefined) await sleep(searchAgainMs, signal);
        const found = await client.user.searchVideos.query({ keyword: search, ...filters }, { signal });
        const { searchResults, complete } = found;
        return { uniqueVideos: searchResults, count: searchResults.length, typeCounts: null, nextCursor: null, complete };
      }
      if (page === null) return await client.user.videos.query({ ...input, cursor: pageParam ?? undefined }, { signal });
      return { ...(await client.user.videosByPage.query({ page, pageSize, ...filters }, { signal })), nextCursor: null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (read) => read.nextCursor,
    // Sorted anew, a list stays until the other order is there.
    placeholderData: (before, query) => (query && unsorted(query.queryKey) === unsorted(queryKey) ? before : undefined),
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
    /** Of a search; false while notes are still put into its index. */
    complete: last?.complete ?? true,
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

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContentType } from '#lib/content-type.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { type RouterOutputs, useTRPC, useTRPCClient } from '#rpc/client.tsx';

export type RecordRow = RouterOutputs['user']['videos']['uniqueVideos'][number];

const pageSize = 30;

/** The sidebar, home and record pages share one query. Empty without an account; `enabled: false` requests nothing. */
export function useRecords({ type, enabled = true }: { type?: ContentType | undefined; enabled?: boolean } = {}) {
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const client = useTRPCClient();
  const query = useInfiniteQuery({
    queryKey: trpc.user.videos.infiniteQueryKey({ limit: pageSize, ...(type ? { type } : {}) }),
    // Called by hand: tRPC's own options add a `direction` that the call refuses.
    queryFn: ({ pageParam, signal }) =>
      client.user.videos.query({ limit: pageSize, cursor: pageParam ?? undefined, ...(type ? { type } : {}) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: enabled && me.data?.user != null,
  });
  const pages = query.data?.pages;
  const rows = useMemo(() => rowsOf(pages), [pages]);
  const nobody = me.data?.user === null;
  const error = query.error ?? (me.data === undefined ? me.error : null);
  return {
    rows,
    count: pages?.at(-1)?.count ?? null,
    typeCounts: pages?.at(-1)?.typeCounts ?? null,
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

function rowsOf(pages: readonly RouterOutputs['user']['videos'][] | undefined): RecordRow[] {
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

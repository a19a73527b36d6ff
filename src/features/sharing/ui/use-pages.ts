import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useAppError } from '#i18n/error-text.ts';
import { useVisible } from '#ui/browser/use-visible.ts';

const endVisibility = 0.5;

/** A list that loads more when its end comes into view. Others may change public pages, so they are fetched anew each time. */
export function usePages<Page extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.nextCursor,
    refetchOnMount: 'always',
    retry: false,
  });
  const { hasNextPage, isFetching, isFetchNextPageError } = query;
  const readOn = () => void query.fetchNextPage();
  const end = useVisible(readOn, { threshold: endVisibility, enabled: hasNextPage && !isFetching && !isFetchNextPageError });
  return {
    pages: query.data?.pages ?? null,
    failed: useAppError(query.error),
    isFetching,
    hasNextPage,
    isNextPageError: isFetchNextPageError,
    retry: () => void query.refetch(),
    readOn,
    end,
  };
}

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { observeSparsely } from '#features/library/ui/page/observe-sparsely.ts';
import { useOffsetBefore } from '#features/library/ui/page/use-offset-before.ts';
import { useRowsGradually } from '#features/library/ui/page/use-rows-gradually.ts';
import type { Selection } from '#features/library/ui/page/use-selection.ts';
import { RecordItem, RecordItemSkeleton, recordRowPx } from '#features/library/ui/record-item.tsx';
import { RowWordsProvider } from '#features/library/ui/row-words.tsx';
import type { Records } from '#features/library/ui/use-records.ts';
import { useAppError } from '#i18n/error-text.ts';
import { noHoverWhileScrolling } from '#ui/browser/no-hover-while-scrolling.ts';
import { mobileQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { ErrorState } from '#ui/states.tsx';

/** Loads more when fewer rows than this are left below the view. */
const readAhead = 8;

type RecordRowsProps = {
  query: Pick<Records, 'rows' | 'error' | 'hasNextPage' | 'isFetching' | 'isNextPageError' | 'fetchNextPage'>;
  label: string;
  action?: (contentId: string, title: string) => ReactNode;
  selection?: Selection;
};

/** Virtualised; loads more before the end is reached. */
export function RecordRows({ query, label, action, selection }: RecordRowsProps) {
  const { t } = useTranslation();
  const error = useAppError(query.error);
  const { rows, hasNextPage, isFetching, isNextPageError, fetchNextPage } = query;
  const rowPx = useMediaQuery(mobileQuery) ? recordRowPx.phone : recordRowPx.wide;
  const listRef = useRef<HTMLUListElement>(null);
  const offset = useOffsetBefore();
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin(listRef.current?.offsetTop ?? 0);
  }, []);
  useEffect(() => noHoverWhileScrolling(listRef.current), []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => rows[index]?.content_id ?? index,
    initialOffset: offset,
    observeElementOffset: observeSparsely,
    useFlushSync: false,
  });
  // Row heights are fixed for a width of the screen, not measured, so the virtualizer must be told of a change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one object for the list's life.
  useEffect(() => virtualizer.measure(), [rowPx]);
  const items = virtualizer.getVirtualItems();
  const drawn = useRowsGradually(items, virtualizer.scrollOffset ?? offset);
  const lastIndex = items.at(-1)?.index ?? 0;
  const readOn = useEffectEvent(fetchNextPage);
  const nearEnd = lastIndex >= rows.length - readAhead;
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetching && !isNextPageError) readOn();
  }, [nearEnd, hasNextPage, isFetching, isNextPageError]);

  return (
    <RowWordsProvider>
      <ul
        ref={listRef}
        aria-label={label}
        className="relative border-t border-line md:-mx-3"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {drawn.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={item.key}
              aria-setsize={hasNextPage ? -1 : rows.length}
              aria-posinset={item.index + 1}
              // Each row is a layer of its own: a menu opened in one lies over the next.
              className="absolute inset-x-0 [contain:layout_style] has-[[data-state=open]]:z-10"
              style={{ top: item.start - scrollMargin }}
            >
              <RecordItem row={row} action={action} selection={selection?.ofRows} />
            </li>
          );
        })}
      </ul>
      {error !== null && isNextPageError ? (
        <ErrorState
          layout="row"
          title={t(($) => $.library.moreFailed)}
          message={error.message}
          code={error.code}
          retrying={isFetching}
          onRetry={fetchNextPage}
        />
      ) : hasNextPage ? (
        <div role="status">
          <span className="sr-only">{t(($) => $.library.loadingMore)}</span>
          <RecordItemSkeleton />
        </div>
      ) : null}
    </RowWordsProvider>
  );
}

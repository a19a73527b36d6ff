import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListEnd } from '#features/library/ui/page/list-end.tsx';
import { observeSparsely } from '#features/library/ui/page/observe-sparsely.ts';
import { useOffsetBefore } from '#features/library/ui/page/use-offset-before.ts';
import { usePageTop } from '#features/library/ui/page/use-page-top.ts';
import { useRowsGradually } from '#features/library/ui/page/use-rows-gradually.ts';
import type { Selection } from '#features/library/ui/page/use-selection.ts';
import { RecordItem, recordRowPx } from '#features/library/ui/record-item.tsx';
import { RowWordsProvider } from '#features/library/ui/row-words.tsx';
import type { Records } from '#features/library/ui/use-records.ts';
import { coverWhileScrolling } from '#ui/browser/cover-while-scrolling.ts';
import { mobileQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';

type RecordRowsProps = {
  query: Pick<Records, 'rows' | 'error' | 'hasNextPage' | 'isFetching' | 'isNextPageError' | 'fetchNextPage'>;
  label: string;
  action?: (contentId: string, title: string) => ReactNode;
  selection?: Selection;
};

/** Virtualised; loads more as its end is seen. */
export function RecordRows({ query, label, action, selection }: RecordRowsProps) {
  const { t } = useTranslation();
  const { rows, hasNextPage } = query;
  const rowPx = useMediaQuery(mobileQuery) ? recordRowPx.phone : recordRowPx.wide;
  const [list, setList] = useState<HTMLElement | null>(null);
  const offset = useOffsetBefore();
  const scrollMargin = usePageTop(list);
  useEffect(() => coverWhileScrolling(list), [list]);
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

  return (
    <RowWordsProvider>
      <ul
        ref={setList}
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
              // Rows are stacking contexts; without this, the next row would cover an open menu.
              className="absolute inset-x-0 [contain:layout_style] has-[[data-state=open]]:z-10"
              style={{ top: item.start - scrollMargin }}
            >
              <RecordItem row={row} action={action} selection={selection?.ofRows} />
            </li>
          );
        })}
      </ul>
      <ListEnd query={query} label={t(($) => $.library.loadingMore)} />
    </RowWordsProvider>
  );
}

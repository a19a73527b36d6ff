import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { memo, useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coverWhileScrolling } from '#ui/browser/cover-while-scrolling.ts';
import { isIcon } from '#ui/cover.tsx';
import { RowWordsProvider } from '../row-words.tsx';
import type { Records } from '../use-records.ts';
import { columnsFor, evenCardPx, gapPx, tallCardPx } from './card-sizes.ts';
import { ListEnd } from './list-end.tsx';
import { observeSparsely, scrollFromHere } from './observe-sparsely.ts';
import { RecordCard } from './record-card.tsx';
import { useKeptFigures } from './use-kept-state.ts';
import { useOffsetBefore } from './use-offset-before.ts';
import { useRowsGradually } from './use-rows-gradually.ts';
import type { RowSelection, Selection } from './use-selection.ts';

/** The number of screens rendered ahead, above and below. */
const overscanScreens = { tall: 2, even: 1 } as const;
const resizeDelayMs = 300;

type CardGridProps = {
  query: Pick<Records, 'rows' | 'error' | 'hasNextPage' | 'isFetching' | 'isNextPageError' | 'fetchNextPage'>;
  shape: 'even' | 'tall';
  label: string;
  selection: Selection;
};

/** A gallery of cards of equal height, or a masonry of cards as high as their text. */
export function CardGrid({ query, shape, label, selection }: CardGridProps) {
  const { t } = useTranslation();
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => coverWhileScrolling(element), [element]);
  const { width, top } = useBox(element);
  const { columns, cardPx } = columnsFor(shape, width);
  const { before, tell } = useKeptFigures<number>(`height of ${shape}`);
  const [height, setHeight] = useState(before);
  const onHeight = useCallback(
    (next: number) => {
      setHeight(next);
      tell(next);
    },
    [tell],
  );
  return (
    <>
      <ul
        ref={setElement}
        aria-label={label}
        className="relative [overflow-anchor:none]"
        // The height from the last visit, before anything is measured: so the scroll position can be restored.
        style={{ height }}
      >
        {width === 0 ? null : (
          <RowWordsProvider>
            <Cards
              key={`${columns} ${cardPx}`}
              rows={query.rows}
              hasNextPage={query.hasNextPage}
              shape={shape}
              selection={selection.ofRows}
              columns={columns}
              cardPx={cardPx}
              top={top}
              onHeight={onHeight}
            />
          </RowWordsProvider>
        )}
      </ul>
      <ListEnd query={query} label={t(($) => $.library.loadingMore)} />
    </>
  );
}

type CardsProps = Pick<CardGridProps, 'shape'> &
  Pick<Records, 'rows' | 'hasNextPage'> & {
    selection: RowSelection;
    columns: number;
    cardPx: number;
    top: number;
    onHeight: (px: number) => void;
  };

/** Virtualised: thousands of cards cost as much as those on one screen. */
const Cards = memo(function Cards({ rows, hasNextPage, shape, selection, columns, cardPx, top, onHeight }: CardsProps) {
  const estimate = shape === 'even' ? evenCardPx(cardPx) : tallCardPx(cardPx, true);
  const offset = useOffsetBefore();
  const { before, tell } = useKeptFigures<VirtualItem[]>(`cards of ${columns} ${cardPx}`);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    lanes: columns,
    gap: gapPx,
    estimateSize: (index) => {
      const cover = rows[index]?.cover_url ?? null;
      return shape === 'even' ? evenCardPx(cardPx) : tallCardPx(cardPx, cover !== null && !isIcon(cover));
    },
    // In rows: the virtualizer takes it times the columns.
    overscan: Math.ceil((overscanScreens[shape] * window.innerHeight) / estimate),
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.content_id ?? index,
    laneAssignmentMode: shape === 'even' ? 'estimate' : 'measured',
    initialOffset: offset,
    initialMeasurementsCache: before ?? [],
    observeElementOffset: observeSparsely,
    scrollToFn: scrollFromHere,
    useFlushSync: false,
  });
  const remember = useEffectEvent(() => tell(virtualizer.takeSnapshot()));
  useEffect(() => () => remember(), []);
  const height = virtualizer.getTotalSize();
  const say = useEffectEvent(onHeight);
  useLayoutEffect(() => say(height), [height]);
  const items = useRowsGradually(virtualizer.getVirtualItems(), virtualizer.scrollOffset ?? offset);
  return items.map((item) => {
    const row = rows[item.index];
    if (row === undefined) return null;
    return (
      <li
        key={item.key}
        ref={shape === 'tall' ? virtualizer.measureElement : undefined}
        data-index={item.index}
        aria-setsize={hasNextPage ? -1 : rows.length}
        aria-posinset={item.index + 1}
        className={clsx('absolute', shape === 'even' ? '[contain:size_layout_style]' : '[contain:layout_style]')}
        style={{
          width: cardPx,
          height: shape === 'even' ? item.size : undefined,
          top: item.start - top,
          left: item.lane * (cardPx + gapPx),
        }}
      >
        <RecordCard row={row} shape={shape} widthPx={cardPx} selection={selection} />
      </li>
    );
  });
});

/** Width and top on the page, in px; a change is read once resizing has stopped. */
function useBox(element: HTMLElement | null): { width: number; top: number } {
  const [box, setBox] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    if (element === null) return;
    const read = () => {
      const width = element.clientWidth;
      const top = element.getBoundingClientRect().top + window.scrollY;
      setBox((before) => (before.width === width && Math.abs(before.top - top) < 1 ? before : { width, top }));
    };
    read();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(read, resizeDelayMs);
    });
    observer.observe(element);
    // The body is observed because content above the element may grow.
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [element]);
  return box;
}

import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isIcon } from '#ui/cover.tsx';
import type { Records } from '../use-records.ts';
import { columnsFor, evenCardPx, gapPx, tallCardPx } from './card-sizes.ts';
import { ListEnd } from './list-end.tsx';
import { observeSparsely, scrollFromHere } from './observe-sparsely.ts';
import { RecordCard } from './record-card.tsx';
import { useGradually } from './use-gradually.ts';
import { useKeptFigures } from './use-kept-state.ts';
import { useOffsetBefore } from './use-offset-before.ts';
import type { Selection } from './use-selection.ts';

/** Screens that are drawn ahead, above and below. */
const overscanScreens = 2;
const resizeDelayMs = 300;

type CardGridProps = {
  query: Pick<Records, 'rows' | 'error' | 'hasNextPage' | 'isFetching' | 'isNextPageError' | 'fetchNextPage'>;
  shape: 'even' | 'tall';
  label: string;
  selection: Selection;
};

/** A gallery of even cards, or a masonry of cards as high as their words. */
export function CardGrid(props: CardGridProps) {
  const { t } = useTranslation();
  const { query, shape, label } = props;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { width, top } = useBox(element);
  const { columns, cardPx } = columnsFor(shape, width);
  const { before, tell } = useKeptFigures<number>(`height of ${shape}`);
  const [height, setHeight] = useState(before);
  return (
    <>
      <ul
        ref={setElement}
        aria-label={label}
        className="relative [overflow-anchor:none]"
        // Before anything is measured already as high as it was: the place to come back to is there.
        style={{ height }}
      >
        {width === 0 ? null : (
          <Cards
            key={`${columns} ${cardPx}`}
            {...props}
            columns={columns}
            cardPx={cardPx}
            top={top}
            onHeight={(next) => {
              setHeight(next);
              tell(next);
            }}
          />
        )}
      </ul>
      <ListEnd query={query} label={t(($) => $.library.loadingMore)} />
    </>
  );
}

type CardsProps = CardGridProps & { columns: number; cardPx: number; top: number; onHeight: (px: number) => void };

/** Virtual: thousands cost what a screen does. */
function Cards({ query, shape, selection, columns, cardPx, top, onHeight }: CardsProps) {
  const { rows, hasNextPage } = query;
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
    overscan: Math.ceil((overscanScreens * window.innerHeight) / estimate) * columns,
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
  const items = useGradually(virtualizer.getVirtualItems(), virtualizer.scrollOffset ?? offset);
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
        className="absolute top-0 left-0"
        style={{
          width: cardPx,
          height: shape === 'even' ? item.size : undefined,
          transform: `translate(${item.lane * (cardPx + gapPx)}px, ${item.start - top}px)`,
        }}
      >
        <RecordCard row={row} shape={shape} selection={selection.ofRows} />
      </li>
    );
  });
}

/** Width and place on the page; a change of width counts when it has come to rest. */
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
    // What stands above may grow.
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [element]);
  return box;
}

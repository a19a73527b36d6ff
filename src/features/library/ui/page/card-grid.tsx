import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isIcon } from '#ui/cover.tsx';
import type { Records } from '../use-records.ts';
import { columnsFor, evenCardPx, gapPx, tallCardPx } from './card-sizes.ts';
import { ListEnd } from './list-end.tsx';
import { RecordCard } from './record-card.tsx';
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

/** A gallery of even cards, or a masonry of cards as high as their words. Virtual: thousands cost what a screen does. */
export function CardGrid({ query, shape, label, selection }: CardGridProps) {
  const { t } = useTranslation();
  const { rows, hasNextPage } = query;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const { width, top } = useBox(element);
  const { columns, cardPx } = columnsFor(shape, width);
  const estimate = shape === 'even' ? evenCardPx(cardPx) : tallCardPx(cardPx, true);
  const virtualizer = useWindowVirtualizer({
    count: width === 0 ? 0 : rows.length,
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
  });
  const measureAgain = useEffectEvent(() => virtualizer.measure());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width brings other heights.
  useEffect(() => measureAgain(), [cardPx, columns, shape]);
  return (
    <>
      <ul
        ref={setElement}
        aria-label={label}
        className="relative [overflow-anchor:none]"
        style={{ height: width === 0 ? undefined : virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => {
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
              <RecordCard row={row} shape={shape} selection={selection} />
            </li>
          );
        })}
      </ul>
      <ListEnd query={query} label={t(($) => $.library.loadingMore)} />
    </>
  );
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

import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '#ui/browser/use-media-query.ts';
import { useFormat } from '#ui/format.ts';
import { isPickable, toggled, withAll, without } from './selection.ts';
import type { ListingItem } from './use-playlist.ts';

type ItemListProps = {
  items: readonly ListingItem[];
  picked: ReadonlySet<number>;
  onPick: (picked: ReadonlySet<number>) => void;
};

const wideRowPx = 52;
const narrowRowPx = 76;

/** One Tab stop: arrows move, Space picks, Shift picks the range, Ctrl+A all. */
export function ItemList({ items, picked, onPick }: ItemListProps) {
  const { t } = useTranslation();
  const scrollRef = useRef<HTMLDivElement>(null);
  const listId = useId();
  const narrow = useMediaQuery('(max-width: 639px)');
  const rowPx = narrow ? narrowRowPx : wideRowPx;
  const [current, setCurrent] = useState(0);
  const anchor = useRef(0);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one object for the list's life.
  useEffect(() => virtualizer.measure(), [rowPx]);
  // Hides an author that all rows share.
  const severalAuthors = useMemo(() => new Set(items.map(({ author }) => author)).size > 1, [items]);
  const active = Math.max(0, Math.min(current, items.length - 1));

  function pickTo(index: number, isRange: boolean) {
    const item = items[index];
    if (!item) return;
    if (isRange) {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index) + 1];
      const between = items.slice(from, to);
      const start = items[anchor.current];
      // The range takes the state of its start.
      onPick(start && picked.has(start.position) ? withAll(picked, between) : without(picked, between));
    } else {
      onPick(toggled(picked, item));
      anchor.current = index;
    }
    setCurrent(index);
  }

  function moveTo(index: number) {
    const next = Math.max(0, Math.min(items.length - 1, index));
    setCurrent(next);
    virtualizer.scrollToIndex(next, { align: 'auto' });
  }

  function handleKeyDown(event: KeyboardEvent) {
    const perPage = Math.max(1, Math.floor((scrollRef.current?.clientHeight ?? rowPx) / rowPx) - 1);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + perPage,
      PageUp: active - perPage,
      Home: 0,
      End: items.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) moveTo(target);
    else if (event.key === ' ') pickTo(active, event.shiftKey);
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) onPick(withAll(picked, items));
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scrollRef}
      role="listbox"
      aria-multiselectable
      aria-label={t(($) => $.listings.items)}
      aria-activedescendant={items.length > 0 ? `${listId}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={handleKeyDown}
      className="group h-[min(26rem,42dvh)] overflow-y-auto overscroll-contain rounded-md border border-line"
    >
      <div role="presentation" className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((row) => {
          const item = items[row.index];
          return item === undefined ? null : (
            <ItemRow
              key={item.position}
              id={`${listId}-${row.index}`}
              item={item}
              index={row.index}
              count={items.length}
              picked={picked.has(item.position)}
              active={row.index === active}
              showAuthor={severalAuthors}
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              onClick={(event) => pickTo(row.index, event.shiftKey)}
            />
          );
        })}
      </div>
    </div>
  );
}

type ItemRowProps = {
  id: string;
  item: ListingItem;
  index: number;
  count: number;
  picked: boolean;
  active: boolean;
  showAuthor: boolean;
  style: { height: number; transform: string };
  onClick: (event: MouseEvent) => void;
};

function ItemRow({ id, item, index, count, picked, active, showAuthor, style, onClick }: ItemRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const pickable = isPickable(item);
  const facts = [
    item.publishedAt === null || Number.isNaN(Date.parse(item.publishedAt)) ? null : format.date(item.publishedAt),
    item.durationSeconds === null ? null : format.duration(item.durationSeconds),
    showAuthor ? item.author : null,
  ].filter((fact) => fact !== null);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for all rows.
    <div
      id={id}
      role="option"
      aria-selected={picked}
      aria-disabled={!pickable}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={style}
      onClick={onClick}
      className={clsx(
        'absolute top-0 left-0 flex w-full items-center gap-3 border-b border-line px-3 select-none',
        pickable ? 'cursor-pointer' : 'cursor-default',
        picked ? 'bg-accent-soft' : pickable && 'hover:bg-hover',
        active && 'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 group-focus-visible:outline-focus',
      )}
    >
      <span
        aria-hidden
        className={clsx(
          'flex size-[18px] shrink-0 items-center justify-center rounded-sm border',
          picked ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-surface',
          !pickable && 'opacity-40',
        )}
      >
        {picked ? <Check className="size-3.5" strokeWidth={3} /> : null}
      </span>
      <span aria-hidden className="min-w-6 shrink-0 text-end sm:min-w-9 text-xs text-faint tabular-nums">
        {format.number(item.position + 1)}
      </span>
      <span className="min-w-0 grow">
        <span title={item.title} className="line-clamp-2 text-sm wrap-anywhere sm:line-clamp-1">
          {item.title}
        </span>
        <span className="flex gap-2 text-xs text-faint">
          <span className="min-w-0 truncate tabular-nums">{facts.join(' · ')}</span>
          {item.existing === null ? null : (
            <span className={clsx('shrink-0', pickable ? 'text-danger' : 'text-success')}>
              {t(($) => $.listings.existing[item.existing?.status ?? 'completed'])}
            </span>
          )}
        </span>
      </span>
    </div>
  );
}

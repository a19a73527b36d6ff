import { clsx } from 'clsx';
import { NotebookText } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { type Dragged, dragPoint } from '#ui/drag/drag-state.ts';
import { useFormat } from '#ui/format.ts';

/** Follows the pointer without rendering; on touch it is above the finger, which would cover it. */
export function DragChip({ dragged: { ids, title, by } }: { dragged: Dragged }) {
  const format = useFormat();
  const chip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = ({ x, y }: { x: number; y: number }) => {
      if (!chip.current) return;
      const { offsetWidth: width, offsetHeight: height } = chip.current;
      const left = by === 'touch' ? x - width / 2 : x + 14;
      const top = by === 'touch' ? y - height - 28 : y + (by === 'mouse' ? 14 : 0);
      const [most, lowest] = [window.innerWidth - width - 8, window.innerHeight - height - 8];
      chip.current.style.transform = `translate(${Math.max(8, Math.min(left, most))}px, ${Math.max(8, Math.min(top, lowest))}px)`;
    };
    place(dragPoint.getState());
    return dragPoint.subscribe(place);
  }, [by]);
  return createPortal(
    <div ref={chip} aria-hidden data-drag-chip className="pointer-events-none fixed top-0 left-0 z-70 w-max max-w-64">
      {ids.length > 1 ? (
        <div className="absolute inset-0 translate-x-1 translate-y-1 rounded-md border border-line bg-sunken shadow-overlay" />
      ) : null}
      <div className="relative flex items-center gap-2 rounded-md border border-line-strong bg-surface px-3 py-2 text-sm text-ink shadow-overlay">
        <NotebookText className="size-4 shrink-0 text-soft" />
        <span className={clsx('truncate', ids.length > 1 && 'pr-4')}>{title}</span>
      </div>
      {ids.length > 1 ? (
        <span className="absolute -top-2 -right-2 min-w-6 rounded-full bg-accent px-1.5 text-center text-xs leading-6 font-medium text-on-accent tabular-nums">
          {format.number(ids.length)}
        </span>
      ) : null}
    </div>,
    document.body,
  );
}

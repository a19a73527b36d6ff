import { clsx } from 'clsx';
import { formatAnchor, type NoteAnchor } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { TimeChip } from '#ui/time-chip.tsx';

type PlaceChipProps = {
  anchor: NoteAnchor;
  label: string;
  current?: boolean;
  className?: string | undefined;
  onFollow?: ((anchor: NoteAnchor) => void) | undefined;
};

export function PlaceChip({ anchor, label, current = false, className, onFollow }: PlaceChipProps) {
  const { goTo, words } = useSourceNavigation();
  const hint = words.hintOf(anchor);
  const shared = { 'data-anchor': formatAnchor(anchor), title: hint, onClick: () => (onFollow ?? goTo)(anchor) };
  if (anchor.kind === 'time')
    return <TimeChip {...shared} startMs={anchor.ms} label={hint} current={current} className={className} />;
  return (
    <button
      {...shared}
      type="button"
      aria-label={hint}
      className={clsx(
        'inline-flex items-center rounded-sm bg-sunken px-1.5 align-baseline text-[0.8125em] leading-[1.6] text-soft tabular-nums transition-colors',
        'hover:bg-accent-soft hover:text-accent-ink',
        className,
      )}
    >
      {label}
    </button>
  );
}

/** The reference to a stretch of the source; `first` is its first segment or paragraph. */
export function placeOf(source: { first: number; startMs: number | null; page: number | null }): {
  anchor: NoteAnchor;
  label: string;
} {
  if (source.startMs !== null && source.page === null)
    return { anchor: { kind: 'time', ms: Math.ceil(source.startMs) }, label: formatClock(source.startMs) };
  return {
    anchor: { kind: 'paragraph', id: source.first },
    label: source.page === null ? `¶${source.first + 1}` : `p.${source.page}`,
  };
}

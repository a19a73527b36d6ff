import { clsx } from 'clsx';
import { formatAnchor, type NoteAnchor, pageOfLabel } from '#lib/markdown/anchors.ts';
import type { Citation } from '#lib/markdown/claims.ts';
import { formatClock } from '#lib/time.ts';
import { usePlaceCard } from '#ui/reader/place-card/use-place-card.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { TimeChip } from '#ui/time-chip.tsx';

type PlaceChipProps = {
  citation: Citation;
  label: string;
  current?: boolean;
  className?: string | undefined;
};

export function PlaceChip({ citation, label, current = false, className }: PlaceChipProps) {
  const { words } = useSourceNavigation();
  const { anchor } = citation;
  const { trigger, card } = usePlaceCard(citation);
  const page = pageOfLabel(label);
  const hint = words.hintOf(anchor, page);
  const shared = { ...trigger, 'data-anchor': formatAnchor(anchor) };
  return (
    <>
      {anchor.kind === 'time' ? (
        <TimeChip {...shared} startMs={anchor.ms} label={hint} current={current} className={className} />
      ) : (
        <button
          {...shared}
          type="button"
          // People who control their computer by voice say what they see.
          aria-label={page === undefined ? hint : `${label} ${hint}`}
          className={clsx(
            'inline-flex items-center rounded-sm bg-sunken px-1.5 align-baseline text-[0.8125em] leading-[1.6] text-soft tabular-nums transition-colors',
            'hover:bg-accent-soft hover:text-accent-ink',
            className,
          )}
        >
          {label}
        </button>
      )}
      {card}
    </>
  );
}

/** The reference to a stretch of the source; `first` is its first segment or paragraph. */
export function placeOf(source: { first: number; startMs: number | null; page: number | null; text: string }): {
  citation: Citation;
  label: string;
} {
  const claim = { text: source.text, unverified: false };
  if (source.startMs !== null && source.page === null) {
    const anchor: NoteAnchor = { kind: 'time', ms: Math.ceil(source.startMs) };
    return { citation: { anchor, claim }, label: formatClock(source.startMs) };
  }
  return {
    citation: { anchor: { kind: 'paragraph', id: source.first }, claim },
    label: source.page === null ? `¶${source.first + 1}` : `p.${source.page}`,
  };
}

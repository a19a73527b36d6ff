import { clsx } from 'clsx';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAnchor, type NoteAnchor } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { TimeChip } from '#ui/time-chip.tsx';

/** Follows a place of the source from inside the panel. */
export const ChatPlacesContext = createContext<(anchor: NoteAnchor) => void>(() => undefined);

/** A place in the source: a press plays the moment or shows the paragraph. */
export function PlaceChip({ anchor, label }: { anchor: NoteAnchor; label: string }) {
  const { t } = useTranslation();
  const { hasMedia } = useSourceNavigation();
  const follow = use(ChatPlacesContext);
  if (anchor.kind === 'time') {
    const time = formatClock(anchor.ms);
    const hint = hasMedia ? t(($) => $.content.note.playFrom, { time }) : t(($) => $.content.note.showLine, { time });
    return (
      <TimeChip
        data-anchor={formatAnchor(anchor)}
        startMs={anchor.ms}
        label={hint}
        title={hint}
        className="max-md:py-1"
        onClick={() => follow(anchor)}
      />
    );
  }
  const hint = t(($) => $.content.note.showParagraph, { number: anchor.id + 1 });
  return (
    <button
      type="button"
      data-anchor={formatAnchor(anchor)}
      aria-label={hint}
      title={hint}
      onClick={() => follow(anchor)}
      className={clsx(
        'inline-flex items-center rounded-sm bg-sunken px-1.5 align-baseline text-[0.8125em] leading-[1.6] text-soft tabular-nums transition-colors max-md:py-1',
        'hover:bg-accent-soft hover:text-accent-ink',
      )}
    >
      {label}
    </button>
  );
}

/** The place where a stretch of the source begins, and how it is called. */
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

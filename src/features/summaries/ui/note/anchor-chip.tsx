import { clsx } from 'clsx';
import { createContext, use } from 'react';
import { formatAnchor, type NoteAnchor } from '#lib/markdown/anchors.ts';
import { usePlayerState } from '#ui/player/player-context.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { TimeChip } from '#ui/time-chip.tsx';
import { useAnchorHint } from '../source-navigation.tsx';
import { indexAt } from '../subtitle/follow.ts';

/** Every moment that the note refers to, ascending: the latest one that has begun is the current one. */
export const NoteTimesContext = createContext<readonly { startMs: number }[]>([]);

export function AnchorChip({ anchor, label }: { anchor: NoteAnchor; label: string }) {
  const hint = useAnchorHint()(anchor);
  const { goTo } = useSourceNavigation();
  if (anchor.kind === 'time') return <NoteTimeChip anchor={anchor} hint={hint} onPress={() => goTo(anchor)} />;
  return (
    <button
      type="button"
      data-anchor={formatAnchor(anchor)}
      aria-label={hint}
      title={hint}
      onClick={() => goTo(anchor)}
      className={clsx(
        'inline-flex items-center rounded-sm bg-sunken px-1.5 align-baseline text-[0.8125em] leading-[1.6] text-soft tabular-nums transition-colors',
        'hover:bg-accent-soft hover:text-accent-ink',
      )}
    >
      {label}
    </button>
  );
}

type NoteTimeChipProps = { anchor: { kind: 'time'; ms: number }; hint: string; onPress: () => void };

function NoteTimeChip({ anchor, hint, onPress }: NoteTimeChipProps) {
  const times = use(NoteTimesContext);
  const current = usePlayerState((state) => state.timeMs > 0 && times[indexAt(times, state.timeMs)]?.startMs === anchor.ms);
  return (
    <TimeChip
      data-anchor={formatAnchor(anchor)}
      startMs={anchor.ms}
      label={hint}
      title={hint}
      current={current}
      onClick={onPress}
    />
  );
}

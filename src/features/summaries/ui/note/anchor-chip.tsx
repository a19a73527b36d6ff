import { createContext, use } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { usePlayerState } from '#ui/player/player-context.tsx';
import { PlaceChip } from '#ui/reader/place-chip.tsx';
import { indexAt } from '../subtitle/follow.ts';

/** Every moment that the note refers to, ascending: the latest one that has begun is the current one. */
export const NoteTimesContext = createContext<readonly { startMs: number }[]>([]);

/** A place that the note names, lit while it plays. */
export function AnchorChip({ anchor, label }: { anchor: NoteAnchor; label: string }) {
  const times = use(NoteTimesContext);
  const current = usePlayerState(
    (state) => anchor.kind === 'time' && state.timeMs > 0 && times[indexAt(times, state.timeMs)]?.startMs === anchor.ms,
  );
  return <PlaceChip anchor={anchor} label={label} current={current} />;
}

import { createContext, use } from 'react';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { indexAt } from '../player/follow.ts';
import { usePlayerState } from '../player/player-context.tsx';
import { PlaceChip } from './place-chip.tsx';

/** Moments the note refers to, ascending; the latest one passed is current. */
export const NoteTimesContext = createContext<readonly { startMs: number }[]>([]);

/** A reference of the note, lit while it plays. */
export function AnchorChip({ anchor, label }: { anchor: NoteAnchor; label: string }) {
  const times = use(NoteTimesContext);
  const current = usePlayerState(
    (state) => anchor.kind === 'time' && state.timeMs > 0 && times[indexAt(times, state.timeMs)]?.startMs === anchor.ms,
  );
  return <PlaceChip anchor={anchor} label={label} current={current} />;
}

import { createContext, use } from 'react';
import type { Citation } from '#lib/markdown/claims.ts';
import { indexAt } from '../player/index-at.ts';
import { usePlayerState } from '../player/player-context.tsx';
import { PlaceChip } from './place-chip.tsx';

/** Moments the note refers to, ascending; the latest one passed is current. */
export const NoteTimesContext = createContext<readonly { startMs: number }[]>([]);

export function AnchorChip({ citation, label }: { citation: Citation; label: string }) {
  const times = use(NoteTimesContext);
  const { anchor } = citation;
  const current = usePlayerState(
    (state) => anchor.kind === 'time' && state.timeMs > 0 && times[indexAt(times, state.timeMs)]?.startMs === anchor.ms,
  );
  return <PlaceChip citation={citation} label={label} current={current} />;
}

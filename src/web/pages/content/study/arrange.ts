import type { PaneShares } from './study-state.ts';
import type { StudyMode } from './use-study-mode.ts';

type Open = { mode: StudyMode; sourceShown: boolean; sourceIsText: boolean; side: boolean; shares: PaneShares };

/** Which panes are beside each other, and how wide (`columns` of a grid). `own`: which of the two shares the source takes. */
export function arrange({ mode, sourceShown, sourceIsText, side, shares }: Open) {
  const beside = mode === 'two' || mode === 'three';
  const below = mode === 'two' && sourceShown && side;
  const sidePane = beside && side && !below;
  // Pages to read use the room when there is no side pane.
  const own: 'two' | 'three' = mode === 'three' && (sidePane || !sourceIsText) ? 'three' : 'two';
  const columns = [sourceShown ? `${shares[own]}% 1.5rem` : '', 'minmax(0, 1fr)', sidePane ? `1.5rem ${shares.side}%` : ''];
  return { beside, below, sidePane, own, columns: columns.filter((column) => column !== '').join(' ') };
}

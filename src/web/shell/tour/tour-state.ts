import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

/** Increase it when there is something new to show: everybody is then welcomed once more. */
const version = 1;

/** `step` is -1 while no tour runs. */
const tour = createStore<{ wanted: boolean; step: number }>()(() => ({ wanted: false, step: -1 }));

export function startTour(): void {
  tour.setState({ wanted: true });
}

export function showTourStep(step: number): void {
  tour.setState({ step });
}

export function endTour(): void {
  tour.setState({ wanted: false, step: -1 });
}

export function useTourWanted(): boolean {
  return useStore(tour, ({ wanted }) => wanted);
}

export type Visitor = { id: string; isAnonymous: boolean } | null;

/** Guests share one key: they get an account only with their first content. */
function keyOf(visitor: Visitor): string {
  return `gleaner.tour.v${version}.${visitor === null || visitor.isAnonymous ? 'guest' : visitor.id}`;
}

export function wasWelcomed(visitor: Visitor): boolean {
  try {
    return localStorage.getItem(keyOf(visitor)) !== null;
  } catch {
    // Where nothing can be stored, the tour would be offered on every visit.
    return true;
  }
}

export function rememberTour(visitor: Visitor, what: 'shown' | 'completed'): void {
  try {
    localStorage.setItem(keyOf(visitor), what);
  } catch {
    // Nothing can be stored.
  }
}

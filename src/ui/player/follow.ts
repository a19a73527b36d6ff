/** Which line belongs to a moment, and whether the script keeps up with playback or leaves the reader alone. */

/** Anything that starts at a time; null sorts as never. */
export type Timed = { startMs: number | null };

/**
 * Index of the last item that has started at `ms`, or -1 before the first. Items are in order of their start.
 * A pause keeps the line before it: a blank script in a silence would look broken.
 */
export function indexAt(items: readonly Timed[], ms: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = items[middle]?.startMs ?? Number.POSITIVE_INFINITY;
    if (start <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export type FollowState = { following: boolean };

/** `own`: we moved the script ourselves; `reader`: wheel, touch, keys or scroll bar; `back`: the button; `seek`: a line was chosen. */
export type FollowEvent = 'own' | 'reader' | 'back' | 'seek';

export function follow(state: FollowState, event: FollowEvent): FollowState {
  switch (event) {
    case 'own':
      return state;
    case 'reader':
      return state.following ? { following: false } : state;
    case 'back':
    case 'seek':
      return state.following ? state : { following: true };
  }
}

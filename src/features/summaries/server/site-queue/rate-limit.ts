/** The arithmetic of a site's rate limit. Times are milliseconds since the epoch, by the database's clock. */

export type RateState = {
  nextStart: number;
  blockedUntil: number;
  strikes: number;
};

export type Decision = { go: true; state: RateState } | { go: false; at: number };

/**
 * Whether a run may start now; when not, about when, with `ahead` others before it. A start moves the next one on;
 * an answer of "not yet" changes nothing, so that whoever is first at that time may go.
 */
export function decideStart(state: RateState, now: number, gapMs: number, ahead: number): Decision {
  const earliest = Math.max(state.nextStart, state.blockedUntil);
  if (earliest > now) return { go: false, at: earliest + gapMs * ahead };
  return { go: true, state: { ...state, nextStart: now + gapMs } };
}

const firstPauseMs = 60_000;
const longestPauseMs = 60 * 60_000;
const longestAskedMs = 48 * 60 * 60_000;

/**
 * The site refused a run for now. `askedMs` is how long it asked us to wait; without that, each block in a row doubles the
 * pause, from a minute to an hour. Runs that were under way together count as one block; none shortens another.
 */
export function decideBlock(state: RateState, now: number, askedMs: number | null): RateState {
  const again = state.blockedUntil > now;
  const strikes = again ? state.strikes : state.strikes + 1;
  const pauseMs =
    askedMs === null
      ? Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(10, Math.max(0, strikes - 1)))
      : Math.min(longestAskedMs, Math.max(1_000, askedMs));
  return {
    ...state,
    blockedUntil: again && askedMs === null ? state.blockedUntil : Math.max(state.blockedUntil, now + pauseMs),
    strikes,
  };
}

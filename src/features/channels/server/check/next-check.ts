/** When to look at a channel again. Times are milliseconds. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Sites without feeds block clients that ask often. */
const least = (byFeed: boolean) => (byFeed ? 15 : 30) * minuteMs;
const undatedMs = 2 * hourMs;
const counted = 10;
const looksPerEntry = 4;

/** The delay after somebody begins to follow a channel, until its rhythm is known. */
export function firstCheckMs(byFeed: boolean): number {
  return withJitter(2 * least(byFeed), Math.random());
}

/**
 * Four looks for each expected entry, between a quarter of an hour (half an hour for a site without feeds) and a day. The longer
 * a channel has been silent, the later its next entry is expected. Without dates, every two hours.
 */
export function cadenceMs(published: readonly Date[], now: number, { byFeed }: { byFeed: boolean }): number {
  const times = published
    .map((date) => date.getTime())
    .filter((at) => at <= now)
    .sort((a, b) => b - a)
    .slice(0, counted);
  const [newest, oldest] = [times[0], times.at(-1)];
  if (newest === undefined || oldest === undefined) return undatedMs;
  const gap = times.length < 2 ? now - newest : (newest - oldest) / (times.length - 1);
  const expected = Math.max(gap, (now - newest) / 2);
  return Math.min(dayMs, Math.max(least(byFeed), expected / looksPerEntry));
}

const firstPauseMs = 15 * minuteMs;
/** Some sites answer 404 for all their feeds for hours and then recover. */
const firstPauseAfter404Ms = hourMs;
const longestAskedMs = 2 * dayMs;
/** A channel that has not answered for a month is unlikely to come back. */
const givenUpAfterMs = 30 * dayMs;
const givenUpPauseMs = 7 * dayMs;

type Failure = { failures: number; status: number | null; askedMs: number | null; silentMs: number };

/** `failures` in a row, from 1; each doubles the pause, up to a day. `askedMs`: the pause that the server asked for. */
export function pauseMs({ failures, status, askedMs, silentMs }: Failure): number {
  if (silentMs > givenUpAfterMs) return givenUpPauseMs;
  const first = status === 404 ? firstPauseAfter404Ms : firstPauseMs;
  const own = Math.min(dayMs, first * 2 ** Math.min(10, failures - 1));
  return Math.max(own, Math.min(longestAskedMs, askedMs ?? 0));
}

/** Varies by up to a tenth, so that channels checked together do not stay together. `random`: 0 to 1. */
export function withJitter(ms: number, random: number): number {
  return Math.round(ms * (0.9 + 0.2 * random));
}

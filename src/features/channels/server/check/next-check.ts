/** When to look at a channel again. Times are milliseconds. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Sites that are asked by their own lists send away who asks often. */
const least = (byFeed: boolean) => (byFeed ? 15 : 30) * minuteMs;
const undatedMs = 2 * hourMs;
const counted = 10;
const looksPerEntry = 4;

/** After somebody began to follow it, until its rhythm is known. */
export function firstCheckMs(byFeed: boolean): number {
  return withJitter(2 * least(byFeed), Math.random());
}

/**
 * Four looks for each expected entry, between a quarter of an hour (half an hour for a site without feeds) and a day. What has
 * been silent for long is expected later. Without dates every two hours.
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
/** Feeds of whole sites answer 404 for hours and come back. */
const firstPauseAfter404Ms = hourMs;
const longestAskedMs = 2 * dayMs;
/** A channel that has been silent for a month is hardly coming back. */
const givenUpAfterMs = 30 * dayMs;
const givenUpPauseMs = 7 * dayMs;

type Failure = { failures: number; status: number | null; askedMs: number | null; silentMs: number };

/** `failures` in a row, from 1; each doubles the pause, to a day. `askedMs`: how long the server wants to be left alone. */
export function pauseMs({ failures, status, askedMs, silentMs }: Failure): number {
  if (silentMs > givenUpAfterMs) return givenUpPauseMs;
  const first = status === 404 ? firstPauseAfter404Ms : firstPauseMs;
  const own = Math.min(dayMs, first * 2 ** Math.min(10, failures - 1));
  return Math.max(own, Math.min(longestAskedMs, askedMs ?? 0));
}

/** A tenth to either side, so that what was asked together is not asked together for ever. `random` from 0 to 1. */
export function withJitter(ms: number, random: number): number {
  return Math.round(ms * (0.9 + 0.2 * random));
}

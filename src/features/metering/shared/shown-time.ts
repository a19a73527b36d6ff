/** The remaining time is shown beside the user's name when it is below this. */
const shownBelowSeconds = 3600;

export function minutesOf(seconds: number): number {
  return Math.round(seconds / 60);
}

export function isSoonOut(remainingSeconds: number | null): remainingSeconds is number {
  return remainingSeconds !== null && remainingSeconds < shownBelowSeconds;
}

/** Saved time as a percentage of saved plus remaining time, to two decimals; null if both are 0. */
export function savedShare(savedMinutes: number, remainingSeconds: number): string | null {
  const all = savedMinutes + remainingSeconds / 60;
  return all <= 0 ? null : ((100 * savedMinutes) / all).toFixed(2);
}

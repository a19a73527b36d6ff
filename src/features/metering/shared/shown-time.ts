/** Below it the remaining time is shown beside the user's name. */
const shownBelowSeconds = 3600;

/** Rounded, as it is shown. */
export function minutesOf(seconds: number): number {
  return Math.round(seconds / 60);
}

export function isSoonOut(remainingSeconds: number | null): remainingSeconds is number {
  return remainingSeconds !== null && remainingSeconds < shownBelowSeconds;
}

/** Percent of saved time in saved and remaining time, to two decimals; null while there is neither. */
export function savedShare(savedMinutes: number, remainingSeconds: number): string | null {
  const all = savedMinutes + remainingSeconds / 60;
  return all <= 0 ? null : ((100 * savedMinutes) / all).toFixed(2);
}

export const leastChapterShare = 0.04;
/** It is hard to find one's way in a longer chapter. */
export const mostChapterSeconds = 15 * 60;
const mostChapters = 80;
const usualMinutes = 10;

/** Fewer chapters per hour the longer the talk, down to one in ten minutes (3 in 15 minutes, 6 in 60, 24 in 4 hours). */
export function chapterCount(seconds: number): number {
  const minutes = seconds / 60;
  if (minutes < 3) return 1;
  return Math.max(2, Math.min(mostChapters, Math.max(Math.round(0.75 * Math.sqrt(minutes)), Math.ceil(minutes / usualMinutes))));
}

/** Reads `Retry-After` (RFC 9110 §10.2.3), seconds or a date; gives ms from `now`. Null if unreadable or a date in the past. */
export function retryAfterMs(value: string | null | undefined, now: number): number | null {
  if (value === null || value === undefined) return null;
  const words = value.trim();
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(words)) return Number(words) * 1000;
  const at = Date.parse(words);
  return Number.isNaN(at) || at <= now ? null : at - now;
}

/** `754_200` → `12:34`, `3_754_000` → `1:02:34`. Floors to the second, so that a chip never points past its moment. */
export function formatClock(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(total / 3600);
  const minutes = String(Math.floor((total % 3600) / 60)).padStart(2, '0');
  const seconds = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${minutes}:${seconds}` : `${minutes}:${seconds}`;
}

/** `12:34` and `1:02:34` in milliseconds: what `formatClock` writes, read back. Null for anything else. */
export function parseClock(text: string): number | null {
  const found = /^(?:(\d{1,6}):)?([0-5]?\d):([0-5]\d)$/.exec(text.trim());
  if (!found) return null;
  const [, hours = '0', minutes, seconds] = found;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

export function createSpeedometer(now: () => number = () => performance.now()) {
  const windowMs = 5000;
  const seen: { at: number; bytes: number }[] = [];
  return {
    perSecond(bytes: number): number | null {
      const at = now();
      seen.push({ at, bytes });
      while (seen.length > 2 && at - (seen[0]?.at ?? at) > windowMs) seen.shift();
      const first = seen[0];
      if (!first || at - first.at < 500 || bytes < first.bytes) return null;
      return Math.round(((bytes - first.bytes) * 1000) / (at - first.at));
    },
  };
}

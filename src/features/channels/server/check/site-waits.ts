import { requestGapOf } from '#engine/sites/request-gap.ts';

/** Schedules the channels that wait for the same site, one gap apart. Times are milliseconds. */
export function createSiteWaits(gapFactor: number) {
  const freeAt = new Map<string, number>();
  let waiting: number[] = [];
  return {
    /** In how long this channel can be looked at. */
    next(address: string, waitMs: number): number {
      const { id, gapMs } = requestGapOf(address);
      const at = Math.max(Date.now() + waitMs, (freeAt.get(id) ?? 0) + gapMs * gapFactor);
      freeAt.set(id, at);
      waiting.push(at);
      return at - Date.now();
    },
    /** When the next of the waiting channels can be looked at; null when none waits. */
    nextFreeAt(): number | null {
      const now = Date.now();
      waiting = waiting.filter((at) => at > now);
      return waiting.length === 0 ? null : waiting.reduce((first, at) => Math.min(first, at));
    },
  };
}

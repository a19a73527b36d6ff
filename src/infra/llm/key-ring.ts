/**
 * The keys of one provider, used in turn of health: one that was refused rests long, one that was told to slow down
 * rests as long as it was told. The ring lives as long as the process; nothing of it is stored.
 */
import { AppError } from '#lib/app-error.ts';

/** A refused key may be topped up or put right meanwhile: it is tried again after this. */
const REFUSED_REST_MS = 10 * 60_000;
/** Without a word on how long, and with another key to go to. */
const LIMITED_REST_MS = 5_000;
const LONGEST_REST_MS = 60 * 60_000;
/** A timer may fire a little before its time. */
const EARLY_MS = 50;

export type KeyRing = {
  /**
   * Keys worth trying now, best first; `undefined` stands for a provider that wants none.
   * Errors: `llm_rate_limited` with `retry.afterMs` when every key was told to wait.
   */
  candidates(): (string | undefined)[];
  /** What an answer said about a key. Gives true when another key may do better. */
  refused(key: string | undefined, error: AppError): boolean;
};

/** A list as configured: separated by commas or white space, without repetitions. */
export function splitKeys(text: string | null | undefined): string[] {
  return [...new Set((text ?? '').split(/[\s,]+/).filter((key) => key !== ''))];
}

export function createKeyRing(keys: readonly string[], now: () => number = Date.now): KeyRing {
  const rests = new Map<string, { until: number; refused: boolean }>();

  return {
    candidates() {
      if (keys.length === 0) return [undefined];
      const at = now();
      const resting = (key: string) => (rests.get(key)?.until ?? 0) > at;
      const ready = keys.filter((key) => !resting(key));
      if (ready.length > 0) return ready;
      const waiting = keys.flatMap((key) => {
        const rest = rests.get(key);
        return rest && !rest.refused ? [rest.until] : [];
      });
      // All were refused: the first is asked all the same, so that what is said is true now.
      if (waiting.length === 0) return keys.slice(0, 1);
      const afterMs = Math.min(...waiting) - at;
      throw new AppError('llm_rate_limited', { retry: { afterMs }, detail: 'every key was told to wait' });
    },
    refused(key, error) {
      if (key === undefined) return false;
      if (error.code === 'llm_unauthorized' || error.code === 'llm_quota') {
        rests.set(key, { until: now() + REFUSED_REST_MS, refused: true });
        return true;
      }
      if (error.code !== 'llm_rate_limited') return false;
      const told = error.retry?.afterMs;
      const restMs = told ?? (keys.length > 1 ? LIMITED_REST_MS : 0);
      rests.set(key, { until: now() + Math.min(LONGEST_REST_MS, restMs) - EARLY_MS, refused: false });
      return true;
    },
  };
}

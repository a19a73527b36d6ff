/** The keys of a provider. A refused key is paused for long, a rate-limited one as long as the provider says. In memory only. */
import { AppError } from '#lib/app-error.ts';

/** Not forever, because the key's credit may be topped up. */
const REFUSED_REST_MS = 10 * 60_000;
/** Used when the provider names no time and another key is available. */
const LIMITED_REST_MS = 5_000;
const LONGEST_REST_MS = 60 * 60_000;
const EARLY_MS = 50;

export type KeyRing = {
  /** Best first; `[undefined]` for a provider without keys. Errors: `llm_rate_limited` with `retry.afterMs`. */
  candidates(): (string | undefined)[];
  /** Returns true when another key may work. */
  refused(key: string | undefined, error: AppError): boolean;
};

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
      // All keys were refused: tries the first one, so that the error is current.
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

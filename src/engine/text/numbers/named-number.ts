export type NamedNumber = {
  text: string;
  /** The likeliest first: `30%` is 30 and 0.3, `ten thirty` 1030, 10 and 30, `80年代` 80 and 1980. */
  values: number[];
  /** The unit of the last digit: `12.3亿` is exact to ten million. */
  unit: number;
  /** `about 300`, `近三成`, `2000多`. */
  hedged: boolean;
  /** `30%`, `三成`, `two thirds`. */
  share: boolean;
  /** A word that may stand for a number: `half`, `doubled`. */
  loose: boolean;
};

export type FoundNumber = NamedNumber & { start: number; end: number };

export function round(value: number): number {
  return Math.abs(value) < 1e12 ? Math.round(value * 1e9) / 1e9 : Math.round(value);
}

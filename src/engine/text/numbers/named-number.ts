/** A number as a text names it. */
export type NamedNumber = {
  /** As the text has it, with its unit of magnitude. */
  text: string;
  /** What it may mean, the likeliest first: `30%` is 30 and 0.3, `ten thirty` 1030, 10 and 30, `80年代` 80 and 1980. */
  values: number[];
  /** The place of its last digit: `12.3亿` is exact to ten million. */
  unit: number;
  /** Said to be near or beyond the true figure: `about 300`, `近三成`, `2000多`. */
  hedged: boolean;
  /** A share of a whole: `30%`, `三成`, `two thirds`. */
  share: boolean;
  /** Only a word that may stand for a number, as `half` and `doubled` do. */
  loose: boolean;
};

/** A number where it stands in the text. */
export type FoundNumber = NamedNumber & { start: number; end: number };

/** Without what binary fractions add. */
export function round(value: number): number {
  return Math.abs(value) < 1e12 ? Math.round(value * 1e9) / 1e9 : Math.round(value);
}

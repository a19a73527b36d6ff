/** Where a sentence or a clause probably ends in Chinese speech without marks, by the characters on both sides. */
import { chineseEnds } from './chinese-ends.gen.ts';

/** A place between two characters, and the log-odds that a sentence ends there, and that any mark stands there. */
export type Gap = { at: number; end: number; mark: number };

type Token = { key: string; start: number; end: number };

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(/[a-z]+|\d+|\p{L}/giu), ({ 0: token, index }) => ({
    key: /^\d/.test(token) ? '0' : token.toLowerCase(),
    start: index,
    end: index + token.length,
  }));
}

/** What is around the place behind `tokens[i]`; a change means training again (`scripts/train-chinese-ends.mjs`). */
export function gapFeatures(tokens: readonly { key: string }[], i: number): string[] {
  const key = (offset: number): string => tokens[i + offset]?.key ?? '^';
  const [third, second, last, next, after, later] = [key(-2), key(-1), key(0), key(1), key(2), key(3)];
  return [
    `${last}<`,
    `${second} ${last}<`,
    `${third} ${second} ${last}<`,
    `>${next}`,
    `>${next} ${after}`,
    `>${next} ${after} ${later}`,
    `${last}|${next}`,
    `${second} ${last}|${next}`,
    `${last}|${next} ${after}`,
  ];
}

/** Weights are stored in parts of this. */
export const weightScale = 24;

let loaded: ReadonlyMap<string, { end: number; mark: number }> | null = null;

function weights(): ReadonlyMap<string, { end: number; mark: number }> {
  if (loaded) return loaded;
  const numbers = new Int8Array(Buffer.from(chineseEnds.weights, 'base64'));
  const number = (i: number): number => (numbers[i] ?? 0) / weightScale;
  loaded = new Map(
    chineseEnds.features.split('\n').map((name, i) => [name, { end: number(2 * i), mark: number(2 * i + 1) }] as const),
  );
  return loaded;
}

export function gapsOf(text: string): Gap[] {
  const known = weights();
  const tokens = tokensOf(text);
  return tokens.slice(1).map(({ start }, i) => {
    let { end, mark } = chineseEnds;
    for (const feature of gapFeatures(tokens, i)) {
      const weight = known.get(feature);
      if (!weight) continue;
      end += weight.end;
      mark += weight.mark;
    }
    return { at: start, end, mark };
  });
}

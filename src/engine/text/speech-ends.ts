/** Where a sentence or a clause probably ends in speech without marks, by the characters or words on both sides. */
import type { Language } from '../domain.ts';
import { chineseEnds } from './chinese-ends.gen.ts';
import { englishEnds } from './english-ends.gen.ts';

/** A place before a character or word; `end` and `mark` are the log-odds of a sentence end and of any mark there. */
export type Gap = { at: number; end: number; mark: number };

type Token = { key: string; start: number; end: number };
type Weights = ReadonlyMap<string, { end: number; mark: number }>;

const tokenPatterns: Record<Language, RegExp> = {
  zh: /[a-z]+|\d+|\p{L}/giu,
  // Some transcripts write `it 's`.
  en: /\d+|\p{L}+(?:['’]\p{L}+| ['’](?:s|re|ll|ve|d|m|t)(?!\p{L}))*/giu,
};

export function tokensOf(text: string, language: Language): Token[] {
  return Array.from(text.matchAll(tokenPatterns[language]), ({ 0: token, index }) => ({
    key: /^\d/.test(token) ? '0' : token.toLowerCase().replace(/ ?['’]/u, "'"),
    start: index,
    end: index + token.length,
  }));
}

/** Features of the place after `tokens[i]`; changing them means training again (`scripts/train-speech-ends.mjs`). */
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

/** Stored weights are multiplied by this. */
export const weightScale = 24;

const learned = { zh: chineseEnds, en: englishEnds } as const;
const loaded: Partial<Record<Language, Weights>> = {};

function weightsOf(language: Language): Weights {
  const { features, weights } = learned[language];
  const numbers = new Int8Array(Buffer.from(weights, 'base64'));
  const number = (i: number): number => (numbers[i] ?? 0) / weightScale;
  return new Map(features.split('\n').map((name, i) => [name, { end: number(2 * i), mark: number(2 * i + 1) }] as const));
}

export function gapsOf(text: string, language: Language): Gap[] {
  loaded[language] ??= weightsOf(language);
  const known = loaded[language];
  const tokens = tokensOf(text, language);
  return tokens.slice(1).map(({ start }, i) => {
    let { end, mark } = learned[language];
    for (const feature of gapFeatures(tokens, i)) {
      const weight = known.get(feature);
      if (!weight) continue;
      end += weight.end;
      mark += weight.mark;
    }
    return { at: start, end, mark };
  });
}

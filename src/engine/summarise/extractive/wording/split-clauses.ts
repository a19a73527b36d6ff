import type { Language } from '../../../domain.ts';
import { clauseGaps } from '../../../text/clauses.ts';

/** Offsets that cover the text. `doubt`: the chance that no clause ends there; `odds`: log-odds that a sentence does. */
export type Clause = { start: number; end: number; doubt: number; odds: number };

/** Log-odds of a sentence end, for a boundary within one sentence. */
const noEnd = Number.NEGATIVE_INFINITY;

const bounds: Record<Language, RegExp> = {
  zh: /[，；：,;:]+\s*|(?<=\p{Script=Han})\s+(?=\p{Script=Han})|(?<=[^，,。！？!?；;\s]{8})(?=然后|但是|所以|因为|而且|如果|那么|不过|可是|同时|另外|其实|比如说|就是说)/gu,
  en: /[,;:–—] (?=(?:and|but|so|because|which|where|who|while|although|though|since|if|when|unless|whereas|or|then|i|we|you|they|he|she|it|there|that['’]s)\b)|[;–—] | (?=(?:and (?:then |so |that |also )?(?:i|we|you|they|he|she|it|there|that|this|now|if|when)|but (?:i|we|you|they|he|she|it|there|that|this|the|if|when|also)|because (?:i|we|you|they|he|she|it|there|that|this|the|of)|so (?:that )?(?:i|we|you|they|he|she|it|there|if)|which (?:is|was|has|means|will|would|i|we))\b)/giu,
};

/** Least log-odds of a mark: where a word opens a clause, and anywhere. */
const leastOdds: Record<Language, { atOpener: number; anywhere: number }> = {
  zh: { atOpener: -1, anywhere: 0.2 },
  en: { atOpener: Number.NEGATIVE_INFINITY, anywhere: 0.85 },
};

/** Splits at marks and at words that open a clause, never inside a quotation; without marks, where one probably belongs. */
export function splitClauses(text: string, language: Language, punctuated = true): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const { at, doubt, odds } of punctuated ? boundsIn(text, language) : probableBounds(text, language)) {
    if (at <= start || at >= text.length || insideQuotation(text, at)) continue;
    clauses.push({ start, end: at, doubt, odds });
    start = at;
  }
  if (start < text.length) clauses.push({ start, end: text.length, doubt: 0, odds: noEnd });
  return clauses;
}

type Bound = { at: number; doubt: number; odds: number };

function boundsIn(text: string, language: Language): Bound[] {
  return Array.from(text.matchAll(bounds[language]), (match) => ({ at: match.index + match[0].length, doubt: 0, odds: noEnd }));
}

function probableBounds(text: string, language: Language): Bound[] {
  const opened = new Set(boundsIn(text, language).map(({ at }) => at));
  const { atOpener, anywhere } = leastOdds[language];
  return clauseGaps(text, language).flatMap(({ at, mark, end }) =>
    mark >= (opened.has(at) ? atOpener : anywhere) ? [{ at, doubt: 1 / (1 + Math.exp(mark)), odds: end }] : [],
  );
}

function insideQuotation(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at);
  const open = (pattern: RegExp): number => before.match(pattern)?.length ?? 0;
  return open(/[“「『《（(]/gu) > open(/[”」』》）)]/gu) || open(/"/g) % 2 === 1;
}

import type { Language } from '../../../domain.ts';
import { gapsOf } from '../../../text/chinese-ends.ts';

/** Offsets into the text; they cover all of it. */
export type Clause = { start: number; end: number };

const bounds: Record<Language, RegExp> = {
  zh: /[，；：,;:]+\s*|(?<=\p{Script=Han})\s+(?=\p{Script=Han})|(?<=[^，,。！？!?；;\s]{8})(?=然后|但是|所以|因为|而且|如果|那么|不过|可是|同时|另外|其实|比如说|就是说)/gu,
  en: /[,;:–—] (?=(?:and|but|so|because|which|where|who|while|although|though|since|if|when|unless|whereas|or|then|i|we|you|they|he|she|it|there|that['’]s)\b)|[;–—] | (?=(?:and (?:then |so |that |also )?(?:i|we|you|they|he|she|it|there|that|this|now|if|when)|but (?:i|we|you|they|he|she|it|there|that|this|the|if|when|also)|because (?:i|we|you|they|he|she|it|there|that|this|the|of)|so (?:that )?(?:i|we|you|they|he|she|it|there|if)|which (?:is|was|has|means|will|would|i|we))\b)/giu,
};

/** Log-odds of a mark: where a word opens a clause, and anywhere. */
const leastOdds = { atOpener: -1, anywhere: 0.2 };

/** At marks and at words that open a clause, but never inside a quotation; in Chinese speech without marks where one would probably stand. */
export function splitClauses(text: string, language: Language, punctuated = true): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const at of punctuated || language === 'en' ? boundsIn(text, language) : probableBounds(text)) {
    if (at <= start || at >= text.length || insideQuotation(text, at)) continue;
    clauses.push({ start, end: at });
    start = at;
  }
  if (start < text.length) clauses.push({ start, end: text.length });
  return clauses;
}

function boundsIn(text: string, language: Language): number[] {
  return Array.from(text.matchAll(bounds[language]), (match) => match.index + match[0].length);
}

function probableBounds(text: string): number[] {
  const opened = new Set(boundsIn(text, 'zh'));
  return gapsOf(text).flatMap(({ at, mark }) => (mark >= (opened.has(at) ? leastOdds.atOpener : leastOdds.anywhere) ? [at] : []));
}

function insideQuotation(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at);
  const open = (pattern: RegExp): number => before.match(pattern)?.length ?? 0;
  return open(/[“「『《（(]/gu) > open(/[”」』》）)]/gu) || open(/"/g) % 2 === 1;
}

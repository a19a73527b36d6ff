import type { Language } from '../../../domain.ts';
import { clauseGaps } from '../../../text/clauses.ts';

/** Log-odds of a mark from which a comma is shown. */
const leastOdds: Record<Language, number> = { zh: 0.2, en: 0.9 };
/** No comma nearer than this to an end or to another mark, in characters. */
const leastPart: Record<Language, number> = { zh: 5, en: 12 };
const comma: Record<Language, string> = { zh: '，', en: ', ' };

/** Speech without marks is read with commas where they probably belong; its letters stay. */
export function withCommas(text: string, language: Language): string {
  const parts: string[] = [];
  let start = 0;
  for (const { at, mark } of clauseGaps(text, language)) {
    const part = text.slice(start, at);
    if (mark < leastOdds[language] || part.length < leastPart[language] || text.length - at < leastPart[language]) continue;
    // Not after a mark, and not within `630 000`.
    if (/\p{P}\s*$/u.test(part) || (/\d\s*$/.test(part) && /\d/.test(text.charAt(at)))) continue;
    parts.push(part.trimEnd());
    start = at;
  }
  return [...parts, text.slice(start)].join(comma[language]);
}

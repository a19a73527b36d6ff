import type { Language } from '../../../domain.ts';
import { clauseGaps } from '../../../text/clauses.ts';
import type { Gap } from '../../../text/speech-ends.ts';
import { endsOpen } from './edges.ts';

/** Log-odds of a mark from which a comma is shown. */
const leastOdds: Record<Language, number> = { zh: 0.2, en: 0.9 };
/** Fewest characters between a comma and an end or another mark. */
const leastPart: Record<Language, number> = { zh: 5, en: 12 };
/** Words before which a sentence goes on (`…, and`), so that a full stop would be wrong. */
const linking = /^(?:and|but|because|so|or|which|who|that|if|when|while|where)\b/i;
const comma: Record<Language, string> = { zh: '，', en: ', ' };

/** A run longer than this gets a comma at its likeliest place, when one is not too unlikely there. */
const longestRun: Record<Language, number> = { zh: 22, en: 110 };
const leastInRun: Record<Language, number> = { zh: -0.3, en: 0.5 };
/** Log-odds of the end of a sentence from which a full stop is shown. */
const leastEnd = 1.6;

/** Adds commas to speech without marks where they probably belong, and full stops in English; the words stay. */
export function withCommas(text: string, language: Language): string {
  const gaps = clauseGaps(text, language).filter(({ at }) => canBeMarked(text, at));
  const cuts: Gap[] = [];
  const mark = (from: number, to: number, least: number): void => {
    const inside = gaps.filter(({ at }) => at - from >= leastPart[language] && to - at >= leastPart[language]);
    const best = inside.reduce<Gap | null>((top, gap) => (top && top.mark >= gap.mark ? top : gap), null);
    if (!best || best.mark < (to - from > longestRun[language] ? leastInRun[language] : least)) return;
    mark(from, best.at, least);
    cuts.push(best);
    mark(best.at, to, least);
  };
  mark(0, text.length, leastOdds[language]);
  let shown = '';
  let start = 0;
  for (const { at, end } of cuts) {
    const part = text.slice(start, at).trimEnd();
    const ends = language === 'en' && end >= leastEnd && !linking.test(text.slice(at)) && !endsOpen(part, language);
    shown += `${part}${ends ? '. ' : comma[language]}`;
    start = at;
  }
  shown += text.slice(start);
  if (language === 'zh') return shown;
  return shown
    .replace(/(?<=\. )\p{Ll}/gu, (letter) => letter.toUpperCase())
    .replace(/(?<![\p{L}\p{N}'’.-])i(?=[ ,]|['’](?:m|ve|d|ll)\b|$)/gu, 'I');
}

/** Not after another mark, and not inside a number such as `630 000`. */
function canBeMarked(text: string, at: number): boolean {
  const before = text.slice(0, at).trimEnd();
  return !/\p{P}$/u.test(before) && !(/\d$/.test(before) && /\d/.test(text.charAt(at)));
}

import type { Language } from '../../../domain.ts';
import { startsOnOther } from './other-starts.ts';

/** Openings of one item among several, or of something only pointed at: best understood among their neighbours. */
const leans: Record<Language, RegExp> = {
  zh: /^(?:第[一二三四五六七八九十两]|另[一外]|接下来|最后一?|[一二三]是|首先|同时|我(?:记得|当时|方才|特别想|问)|[你您](?!好))|刚才|方才|昨天|前面|咱们|你们|这边|那边|吃饭/u,
  en: /^(?:it\b|the (?:first|second|third|fourth|fifth|last|next|other|same) |another |also\b|i (?:suppose|guess|wonder|remember|hope|just|also|was|thought|said|got)\b|you (?:just|can see|know)\b|there['’]s (?:this|that)\b|(?:[\p{L}-]+ ){0,4}(?:teams|enterprises|organi[sz]ations|companies|users|people|anyone|those|businesses|developers|beginners|travell?ers|students) (?:that|who) (?:want|need|prefer|are looking)\b)|\b(?:yesterday|earlier|(?:this|that) (?:one|thing|way|point|part|stuff)|these (?:things|ones)|guys|stuff|something like)\b/iu,
};
const cost = 0.15;
/** In other languages such a sentence cannot be shortened or given its antecedent. */
const otherCost = 0.3;

/** `other`: BCP 47, when neither English nor Chinese. */
export function leaningCost(text: string, language: Language, other: string | null = null): number {
  if (other !== null) return startsOnOther(text, other) ? otherCost : 0;
  return leans[language].test(text) ? cost : 0;
}

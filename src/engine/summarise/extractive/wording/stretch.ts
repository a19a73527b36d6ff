import type { Language } from '../../../domain.ts';
import { asksWithin } from '../../../text/clauses.ts';
import type { Doubts } from '../../../text/sentences.ts';
import { words } from '../../../text/words.ts';
import type { Treatment } from '../document.ts';
import { speaksToProgram } from '../sentences/unwanted.ts';
import { isAboutTalk } from './about-talk.ts';
import { endsOpen, isSubordinate, startsWeakly, waitsForMore } from './edges.ts';
import { dropOpeners } from './openers.ts';
import { hasPredicate } from './predicate.ts';
import { type Clause, splitClauses } from './split-clauses.ts';
import { stumbles } from './stumbles.ts';
import { pointersIn } from './worth.ts';

/** `doubt`: the sum of the chances that no clause ends at its two ends. */
export type Stretch = { text: string; shortened: boolean; doubt?: number };
export type SentenceText = {
  text: string;
  language: Language;
  treatment: Treatment;
  punctuated: boolean;
  /** The text before it, when it may begin within a clause. */
  before: string;
  goesOnBefore: boolean;
  goesOnAfter: boolean;
  doubts: Doubts;
  /** Words that the stretch should hold. */
  wanted: string;
  /** The part in which the middle of the stretch should lie. */
  middle?: { start: number; end: number } | null;
};

/** Sizes in English words or Chinese characters. */
export const sizes = {
  speech: { zh: { most: 78, least: 12 }, en: { most: 38, least: 6 } },
  // A written sentence stays whole as long as it can be read at once.
  article: { zh: { most: 110, least: 8 }, en: { most: 55, least: 4 } },
} as const;
const leastContentWords = 3;
const enoughWords = 9;
const restValue = 0.4;
const mostClauses = 14;
/** Costs are in content words; this is the one of each end at which something is left out. */
const cutCost = 1.5;
const pointerCost = 0.6;
/** Characters before a cut that show whether a clause has ended. */
const beforeLength = 20;
const fragmentCost = 3;
/** Cost, in content words, of a doubtful end; and the doubt above which an end is refused. */
const doubtCost = 4;
const mostDoubt: Record<Language, number> = { zh: 1, en: 0.5 };

/** Log-odds of a sentence end: above the first nothing counts as cut off, above the second a stretch does not go on. */
const probableEnd = 0;
const sureEnd = 0.8;
/** Cost, in content words, of a sentence end inside a stretch, times its chance. */
const endCost = 10;

/** Questions to somebody that have no question mark. */
const asksForView =
  /[你您]们?(?:觉得|认为|怎么看|如何看|对).{0,50}(?:哪|什么|怎么|怎样|如何|多少|是否|有没有)|以及原因[。…]?$|(?:是|有|做|走|用)(?:一[个种条])?(?:什么|怎么|怎样|哪[些个种])样?的?\p{Script=Han}{0,8}[。…]?$/u;

function chanceOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

export function sizeOf(text: string, language: Language): number {
  return language === 'zh' ? text.replace(/\s/g, '').length : (text.match(/\S+/g)?.length ?? 0);
}

/** The stretch of whole clauses that reads alone and says the most. */
export function bestStretch(sentence: SentenceText): Stretch | null {
  const { text, language, treatment } = sentence;
  const all = splitClauses(text, language, sentence.punctuated);
  const near = all.length <= mostClauses ? all : aroundWanted(all, sentence);
  const most = sizes[treatment][language].most;
  let best: (Stretch & { value: number }) | null = null;
  near.forEach((first, from) => {
    for (const [within, last] of near.slice(from).entries()) {
      const source = text.slice(first.start, last.end).trim();
      if (sizeOf(source, language) > most * 1.4) break;
      // A written sentence is left whole, or clipped at its end.
      if (treatment === 'article' && (first.start > 0 || (last.end < text.length && sizeOf(text, language) <= most))) continue;
      const middle = (first.start + last.end) / 2;
      if (sentence.middle && (middle < sentence.middle.start || middle >= sentence.middle.end)) continue;
      const inside = near.slice(from, from + within);
      if (inside.some(({ odds }) => odds > sureEnd)) break;
      const stretch = readStretch(sentence, first, last, near[from - 1] ?? null);
      if (stretch) stretch.value -= endCost * inside.reduce((sum, { odds }) => sum + chanceOf(odds), 0);
      if (!stretch || (best && stretch.value <= best.value)) continue;
      if (treatment === 'speech' && !hasPredicate(stretch.text, language, sentence.punctuated)) stretch.value -= fragmentCost;
      if (!best || stretch.value > best.value) best = stretch;
    }
  });
  return best;
}

function aroundWanted(clauses: readonly Clause[], { text, wanted }: SentenceText): Clause[] {
  const at = Math.max(0, text.indexOf(wanted.slice(0, 12)));
  const first = clauses.findIndex(({ end }) => end > at);
  const from = Math.max(0, first - 2);
  return clauses.slice(from, from + mostClauses);
}

function readStretch(
  sentence: SentenceText,
  first: Clause,
  last: Clause,
  previous: Clause | null,
): (Stretch & { value: number }) | null {
  const { text, language, treatment } = sentence;
  const { most, least } = sizes[treatment][language];
  const source = text.slice(first.start, last.end).trim();
  const shown = dropOpeners(source, language);
  const size = sizeOf(shown, language);
  if (size < least || size > most || startsWeakly(shown, language) || endsOpen(withoutMark(shown), language)) return null;
  const cutBefore = first.start > 0 ? (previous?.odds ?? 0) < probableEnd : sentence.goesOnBefore;
  const cutAfter = last.end < text.length ? last.odds < probableEnd : sentence.goesOnAfter;
  if (cutBefore && !startsClause(text, first.start, shown, language)) return null;
  const before = first.start > 0 ? text.slice(0, first.start) : sentence.before;
  if (waitsForMore(before.slice(-beforeLength), language)) return null;
  if (!standsAlone(text, first, last, cutAfter || !sentence.punctuated, language)) return null;
  if (/(?:[?？]|[呢吗么][。！]?)[”’"」]?$/u.test(shown) || speaksToProgram(source)) return null;
  if (treatment === 'speech' && language === 'zh' && asksForView.test(shown)) return null;
  if (!sentence.punctuated && language === 'en' && asksWithin(shown)) return null;
  if (treatment === 'speech' && (stumbles(shown, language) || isAboutTalk(source, language))) return null;
  const doubts = {
    before: previous?.doubt ?? sentence.doubts.before,
    after: last.end < text.length ? last.doubt : sentence.doubts.after,
  };
  if (Math.max(doubts.before, doubts.after) > mostDoubt[language]) return null;
  const doubt = language === 'en' ? doubts.before + doubts.after : 0;
  const content = new Set(words(shown, language).flatMap(({ key, isStop }) => (isStop ? [] : [key]))).size;
  if (content < leastContentWords) return null;
  return {
    text: cutAfter ? `${withoutMark(shown)}…` : shown,
    shortened: cutBefore || cutAfter || shown !== source,
    ...(doubt > 0 ? { doubt } : {}),
    value:
      sayingOf(content, treatment) -
      pointerCost * pointersIn(shown, language) -
      (cutBefore ? cutCost : 0) -
      (cutAfter ? cutCost : 0) -
      doubtCost * doubt,
  };
}

/** A point says one thing, so words beyond `enoughWords` count less. */
function sayingOf(content: number, treatment: Treatment): number {
  if (treatment === 'article') return content;
  return Math.min(content, enoughWords) + restValue * Math.max(0, content - enoughWords);
}

export function withoutMark(text: string): string {
  return text.replace(/(?<![\s，,、；;：:–—-])[\s，,、；;：:–—-]+$/u, '');
}

/** False for a condition (如果……) without its consequence. */
function standsAlone(text: string, first: Clause, last: Clause, cutAfter: boolean, language: Language): boolean {
  const clause = ({ start, end }: Clause): string => withoutMark(dropOpeners(text.slice(start, end), language));
  const one = first.start === last.start;
  if (language === 'zh')
    return (
      !isSubordinate(clause(last), language) && !(cutAfter && conditional.test(clause(first)) && !concludes.test(clause(last)))
    );
  return !(one && cutAfter && isSubordinate(clause(first), language));
}

const conditional = /^(?:如果|假如|要是|倘若|虽然|尽管|即使|即便|只要|只有|除非|既然|由于|当(?!地|代|前|年|下|中|然))/u;
const concludes = /就|那|则|才|都|也(?!好)|会|可以|能|要|应|必|不|没|是|但|却|还|便|所以|需/u;

/** Whether the text after a cut begins with a subject, so that it can stand as a sentence. */
function startsClause(text: string, at: number, shown: string, language: Language): boolean {
  if (language === 'zh') return !chineseWithoutSubject.test(shown) || chineseSubject.test(shown);
  return /[;–—.]\s*$/.test(text.slice(0, at)) || englishSubject.test(text.slice(at));
}

const chineseWithoutSubject =
  /^(?:[去来想要做看有不没很更最只用按照以]|满足|帮助|冲击|打破|推动|促进|带动|引导|引领|提升|提高|增强|加强|加深|实现|完成|解决|培养|建立|构建|打造|营造|努力|根植|落在|深入到|阻碍|消解|优化|形成|支持|鼓励|分别)/u;
const chineseSubject = /^(?:有[些的人]|不同|没有|最[近后]|用户|要素|以[前后]|来自|来访)/u;
const englishSubject =
  /^(?:(?:and|but|so|because)\s+)?(?:i|we|you|they|there|if|when|the|a|an|my|our|your|some|most|many|every|each|people)(?:['’]\w+)?\s/i;

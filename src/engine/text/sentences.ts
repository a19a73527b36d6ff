import type { Language } from '../domain.ts';
import { isOtherAbbreviation } from './other-abbreviations.ts';

/** For each end, the chance that neither a sentence nor a clause ends there. */
export type Doubts = { before: number; after: number };

/** Offsets into the text. Pieces of one long sentence share its number; a `ragged` one begins or ends mid-sentence. */
export type Span = { start: number; end: number; sentence: number; ragged?: boolean; doubts?: Doubts };

const closers = '"”’\'」』）)】]》';
const chineseEnd = /[。！？!?…]+|[.](?=\s|$)/gu;
const englishEnd = /[.!?…。！？]+/gu;
const abbreviation =
  /(?:^|[\s(“"'])(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|no|vol|fig|jr|sr|inc|ltd|co|corp|dept|approx|[a-z])$/i;

/** In lower case, `gen.` and `ft.` may end a sentence. */
const title = /(?<![\p{L}\p{N}.'’-])(?:Sens?|Gov|Reps?|Gen|Maj|Col|Capt|Cmdr|Lt|Sgt|Adm|Rev|Hon|Pres|Messrs|Mt|Ft)$/u;
const beforeNumber =
  /(?<![\p{L}\p{N}.'’-])(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|nos?|secs?|eqs?|figs?|vols?|ch|pp)$/iu;
/** These also stand at the end of a sentence, which the next word shows. */
const mayEnd = /(?<![\p{L}\p{N}.'’-])(?:(?:\p{L}\.){1,4}\p{L}|Ph\.D|[BM]\.Sc|et al|Dept|Univ|Sec|Eq)$/u;
const opensSentence =
  /^\s+(?:["“‘]|(?:a|after|although|an|and|as|at|before|both|but|by|did|do|does|each|even|for|from|he|her|here|his|how|however|i|if|in|is|it|its|let|many|meanwhile|my|no|not|now|on|or|our|she|since|so|some|still|that|the|their|then|there|these|they|this|those|though|to|under|until|was|we|were|what|when|where|while|who|why|with|yes|yet|you|your)(?![\p{L}.-]))/iu;

/** Longer sentences are cut at a clause: speech runs on. */
const longest = { zh: 60, en: 320 } as const;

/** Abbreviations that never end a sentence, unlike “no.” or “etc.”. */
const leadsOn = /(?:^|[\s(“"'])(?:mr|mrs|ms|dr|prof|vs|e\.g|i\.e|fig|vol|approx)\.\s*$/i;
const nameOrNumberFollows =
  /(?<![\p{L}\p{N}.'’-])(?:Sens?|Gov|Reps?|Gen|Maj|Col|Capt|Cmdr|Lt|Sgt|Adm|Rev|Pres|Messrs|Mt|Sec|Eq|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.\s*$/u;

const initial = /(?:^|(?:^|\s)\p{Lu}[\p{L}.]{0,20}\s)[A-HJ-Z]\.\s*$/u;

export function endsSentence(text: string): boolean {
  const end = text.slice(-40);
  return (
    !leadsOn.test(end) && !nameOrNumberFollows.test(end) && !initial.test(end) && /[.!?…。！？][”"’'」』）)】\]》\s]*$/u.test(end)
  );
}

/** Every non-space character is in exactly one span; spans are in order. `other`: BCP 47, when neither English nor Chinese. */
export function sentenceSpans(text: string, language: Language, other: string | null = null): Span[] {
  const spans: Span[] = [];
  const hasCapitals = /\p{Lu}/u.test(text);
  let start = 0;
  for (const match of text.matchAll(language === 'zh' ? chineseEnd : englishEnd)) {
    let end = match.index + match[0].length;
    if (language === 'zh' ? !isChineseEnd(text, match.index, end) : !isEnglishEnd(text, match.index, end, hasCapitals, other))
      continue;
    while (end < text.length && closers.includes(text.charAt(end)) && !/\s/.test(text.charAt(end))) end += 1;
    pushSentence(spans, text, start, end, language);
    start = end;
  }
  pushSentence(spans, text, start, text.length, language);
  return spans;
}

/** False after the number of a list item, and before the query of an address. */
function isChineseEnd(text: string, markStart: number, markEnd: number): boolean {
  const mark = text.slice(markStart, markEnd);
  if (mark === '.') return !/(?<!\S)\d{1,2}$/.test(text.slice(Math.max(0, markStart - 3), markStart));
  return !(mark === '?' && /[\w/.-]/.test(text.charAt(markStart - 1)) && /[\w=&]/.test(text.charAt(markEnd)));
}

/** False inside a number, after an abbreviation, or before a lower-case word (Yahoo! said). */
function isEnglishEnd(text: string, markStart: number, markEnd: number, hasCapitals: boolean, other: string | null): boolean {
  const next = text.charAt(markEnd);
  if (next !== '' && !/[\s"”’'」)\]]/.test(next)) return /[。！？]/.test(text.charAt(markStart));
  const mark = text.charAt(markStart);
  const goesOn = hasCapitals && /^["”’')\]]?\s+\p{Ll}/u.test(text.slice(markEnd, markEnd + 6));
  if (mark === '.' && markEnd - markStart > 1) return true;
  if (mark !== '.') return !(/[!?]/.test(mark) && goesOn);
  if (/\s/.test(text.charAt(markStart - 1))) return true;
  if (abbreviation.test(text.slice(Math.max(0, markStart - 8), markStart))) return false;
  const before = text.slice(Math.max(0, markStart - 12), markStart);
  const after = text.slice(markEnd, markEnd + 16);
  if (other !== null && isOtherAbbreviation(before, after, other)) return false;
  if (title.test(before) || (beforeNumber.test(before) && /^\s+\d/.test(after))) return false;
  if (mayEnd.test(before) && after.trim() !== '' && !opensSentence.test(after)) return false;
  return !goesOn;
}

function pushSentence(spans: Span[], text: string, from: number, end: number, language: Language): void {
  const sentence = (spans.at(-1)?.sentence ?? -1) + 1;
  const limit = longest[language];
  let start = from;
  while (end - start > limit) {
    const cut = clauseCut(text, start, limit);
    pushTrimmed(spans, text, { start, end: cut, sentence });
    start = cut;
  }
  pushTrimmed(spans, text, { start, end, sentence });
}

function clauseCut(text: string, start: number, limit: number): number {
  const window = text.slice(start, start + limit);
  let space = -1;
  for (let index = window.length - 1; index > limit / 2; index -= 1) {
    const character = window.charAt(index);
    if ('，；、,;:：'.includes(character)) return start + index + 1;
    if (space < 0 && /\s/.test(character)) space = index;
  }
  if (space > 0) return start + space + 1;
  const last = window.charCodeAt(window.length - 1);
  const splitsPair = last >= 0xd800 && last < 0xdc00;
  return start + window.length - (splitsPair ? 1 : 0);
}

function pushTrimmed(spans: Span[], text: string, span: Span): void {
  let { start, end } = span;
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  if (end > start) spans.push({ start, end, sentence: span.sentence });
}

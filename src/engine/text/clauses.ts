import type { Language } from '../domain.ts';
import { chineseCuts } from './chinese-sentences.ts';
import type { Span } from './sentences.ts';
import { type Gap, gapsOf } from './speech-ends.ts';

const sizes = { least: 60, best: 120, most: 220 };

/** Below this weight a cut is a guess: the opening may be the object of the clause before. */
const sureWeight = 0.6;
/** Factor of an opening's weight beside the chance of a mark, and the chance above which no opening is needed. */
const openingValue = 0.5;
const likely = 0.5;

/** Words that open a clause, surest first. */
const openings = [
  {
    weight: 1,
    pattern:
      /(?<=\s)(?:so|but|okay|ok|well|now|anyway|however|therefore|also|finally|first of all|secondly|meanwhile|in fact|for example|of course|and (?:then|so|now|i|we|you|they|he|she|it|there|that['’]s|this|if|when|what))\b/gi,
  },
  {
    weight: 0.6,
    // Not when the word before makes it a dependent clause.
    pattern:
      /(?<!\b(?:that|which|who|if|what|because|when|where|why|how|as|than|and|or|but|so|the|to|of|in|for|with|think|know|say|said|mean|believe|hope|until|while|unless|like|do|did|does|can|could|will|would|should|are|is|was|were|have|has|had|not))\s(?:i['’](?:m|ve|d|ll)|i (?:think|mean|want|know|was|am|have|had|would|will|can|do|don['’]t)|we['’](?:re|ve|ll|d)|we (?:are|have|had|were|want|need|can|will|would|do)|there(?:['’]s| is| are| was| were)|it(?:['’]s| is| was)|they(?:['’](?:re|ve)| are| have| were)|this is|that['’]s|you(?:['’](?:re|ve|ll)| can| have| need| want)|he (?:is|was|has)|she (?:is|was|has)|(?:it|there|they|he|she|we|you) (?:['’](?:s|re|ve|ll|d)|don['’]t|doesn['’]t|didn['’]t|won['’]t|isn['’]t|wasn['’]t|may|might|must|should|could)|(?:it|there|they|he|she) (?:has|had|will|would|can|does|did)|because|let['’]s|what)\b/gi,
  },
] as const;

/** Stretches of unpunctuated speech; every non-space character is in exactly one. */
export function clauseSpans(text: string, language: Language): Span[] {
  return language === 'zh' ? chineseSpans(text) : englishSpans(text);
}

function chineseSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let ragged = false;
  for (const { at, isSure } of [...chineseCuts(text), { at: text.length, isSure: true }]) {
    pushTrimmed(spans, text, {
      start,
      end: at,
      sentence: spans.length,
      ragged: ragged || !isSure,
    });
    ragged = !isSure;
    start = at;
  }
  return spans;
}

function englishSpans(text: string): Span[] {
  const { least, best, most } = sizes;
  const chances = new Map(gapsOf(text, 'en').map(({ at, mark }) => [at, 1 / (1 + Math.exp(-mark))]));
  const weights = openingWeights(text, chances);
  const doubtOf = (at: number): number => (at === 0 || at >= text.length ? 0 : 1 - (chances.get(at) ?? 0));
  const spans: Span[] = [];
  let start = 0;
  let ragged = false;
  while (text.length - start > most) {
    let cut = -1;
    let bestValue = Number.NEGATIVE_INFINITY;
    for (let at = start + least; at <= start + most; at += 1) {
      const weight = weights.get(at);
      if (weight === undefined) continue;
      const value = weight - Math.abs(at - start - best) / (2 * best);
      if (value > bestValue) {
        bestValue = value;
        cut = at;
      }
    }
    const guessed = (weights.get(cut) ?? 0) < sureWeight;
    if (cut < 0) cut = wordCut(text, start, most);
    const doubts = { before: doubtOf(start), after: doubtOf(cut) };
    pushTrimmed(spans, text, {
      start,
      end: cut,
      sentence: spans.length,
      ragged: ragged || guessed,
      doubts,
    });
    start = cut;
    ragged = guessed;
  }
  const doubts = { before: doubtOf(start), after: 0 };
  pushTrimmed(spans, text, {
    start,
    end: text.length,
    sentence: spans.length,
    ragged,
    doubts,
  });
  return spans;
}

/** Added to the log-odds of a mark and of an end where a word opens a clause, as new speakers use other words around it. */
const openingOdds = { mark: 1.3, end: 2.5 };

const questionOpening =
  /\s(?:can|could|will|would|do|did|have|had|are|were|should) you\b|(?<!\b(?:i|we|you|they|he|she|it|that|which|who|what|how|why|where|when|and|or|but|than|as))\s(?:will|does|did|can|could|would|should) (?:the|you|we|they|he|she|it|this|that|my|our|your|his|her|their|anyone|somebody)\b|\s(?:is|are|was) (?:the (?:minister|government|prime minister|member)|you|that an?|it (?:true|possible))\b|\s(?:why|how|what|when|where) (?:is|are|was|do|does|did|can|will|would|should) (?:the|you|we|they|he|she|it|this)\b/gi;

export function asksWithin(text: string): boolean {
  return new RegExp(questionOpening.source, 'i').test(` ${text}`);
}

export function clauseGaps(text: string, language: Language): Gap[] {
  const gaps = gapsOf(text, language);
  if (language === 'zh') return gaps;
  const opened = new Set<number>();
  for (const pattern of [...openings.map((one) => one.pattern), questionOpening])
    for (const match of text.matchAll(pattern)) opened.add(openingAt(match));
  return gaps.map((gap) =>
    opened.has(gap.at)
      ? {
          at: gap.at,
          mark: gap.mark + openingOdds.mark,
          end: gap.end + openingOdds.end,
        }
      : gap,
  );
}

function openingAt(match: RegExpExecArray): number {
  return match.index + (match[0].length - match[0].trimStart().length);
}

function openingWeights(text: string, chances: ReadonlyMap<number, number>): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { weight, pattern } of openings) {
    for (const match of text.matchAll(pattern)) {
      const at = openingAt(match);
      if (weight > (weights.get(at) ?? 0)) weights.set(at, weight);
    }
  }
  for (const [at, chance] of chances) {
    const opening = weights.get(at) ?? 0;
    if (opening > 0 || chance > likely) weights.set(at, openingValue * opening + chance);
  }
  return weights;
}

function wordCut(text: string, start: number, most: number): number {
  // Searching the whole text before each cut would take quadratic time.
  const space = text.slice(start, start + most + 1).lastIndexOf(' ');
  if (space > most / 2) return start + space + 1;
  const code = text.charCodeAt(start + most);
  return code >= 0xdc00 && code <= 0xdfff ? start + most - 1 : start + most;
}

function pushTrimmed(spans: Span[], text: string, { start, end, ...rest }: Span): void {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from += 1;
  while (to > from && /\s/.test(text.charAt(to - 1))) to -= 1;
  if (to > from) spans.push({ ...rest, start: from, end: to });
}

import type { Language } from '../../domain.ts';
import { weakTopicWords } from '../../text/stop-words.ts';
import type { Word } from '../../text/words.ts';
import type { Sentence, SourceDocument } from './document.ts';
import type { WordRoles } from './word-roles.ts';

export type Phrase = {
  /** The most common spelling. */
  text: string;
  key: string;
  words: number;
  at: number[];
  quality: number;
};

const mostWords = { zh: 4, en: 3 } as const;
const mostCharacters = { zh: 10, en: 40 } as const;
/** Pointwise mutual information above which neighbours are a phrase. */
const leastInformation = 2;
/** A word with more than this share of its uses inside longer phrases is not a phrase by itself. */
const absorbed = 0.55;

type Candidate = {
  key: string;
  parts: string[];
  at: number[];
  forms: Map<string, number>;
  capitalised: number;
  before: Set<string>;
  after: Set<string>;
};

export function findPhrases(document: SourceDocument, foreign: readonly boolean[], roles: WordRoles): Phrase[] {
  const counts = new Map<string, number>();
  let total = 0;
  document.sentences.forEach((sentence, index) => {
    if (foreign[index]) return;
    for (const word of sentence.words) {
      counts.set(word.key, (counts.get(word.key) ?? 0) + 1);
      total += 1;
    }
  });
  const least = total > 1500 ? 3 : 2;
  const candidates = new Map<string, Candidate>();
  document.sentences.forEach((sentence, index) => {
    if (!foreign[index]) collect(candidates, sentence, index, document.language, (key) => (counts.get(key) ?? 0) >= least);
  });
  const kept = [...candidates.values()].filter((candidate) => isPhrase(candidate, counts, total, least, document.language));
  return withoutParts(kept).map((candidate) => toPhrase(candidate, document.language, roles));
}

function collect(
  candidates: Map<string, Candidate>,
  sentence: Sentence,
  index: number,
  language: Language,
  isCommon: (key: string) => boolean,
): void {
  const list = sentence.words;
  for (let start = 0; start < list.length; start += 1) {
    const first = list[start];
    if (!first || first.isStop || !isCommon(first.key)) continue;
    if (language === 'zh' && countsWhatFollows(sentence.text, first)) continue;
    for (let length = 1; length <= mostWords[language]; length += 1) {
      const last = list[start + length - 1];
      if (!last || !isCommon(last.key)) break;
      if (length > 1 && !adjacent(sentence.text, list[start + length - 2], last)) break;
      // A Chinese stop word may be inside (names are often cut at one) but not at an edge; English phrases have none.
      if (last.isStop) {
        if (language === 'en') break;
        continue;
      }
      const text = sentence.text.slice(first.start, last.end);
      if (text.length > mostCharacters[language]) break;
      if (cutsHyphen(sentence.text, first.start, last.end) || isInPassing(sentence.text, last.end, language)) continue;
      const parts = list.slice(start, start + length).map((word) => word.key);
      note(candidates, {
        parts,
        text,
        index,
        before: list[start - 1],
        after: list[start + length],
        opening: start === 0,
      });
    }
  }
}

const measureWord = /^[个座条种次位名件项门台辆艘架本张篇首部幅块片根支只头匹间栋层段句场届份批组对双套]$/u;
const countWord = /[一二两三四五六七八九十百千万几多每这那哪某各\d]$/u;

/** Whether the word is a measure word, as in 一座灯塔, which is not part of the name. */
function countsWhatFollows(text: string, { text: word, start }: Word): boolean {
  return measureWord.test(word) && countWord.test(text.slice(Math.max(0, start - 1), start));
}

const saidInPassing =
  /\b(?:of course|in (?:terms|case|fact|general|particular|addition|charge|order|front|favou?r|line|place|touch|time)|for (?:example|instance|sure)|at least|by the way|on top|as a result)$/i;
const longestPassing = 14;

export function isInPassing(text: string, end: number, language: Language): boolean {
  return language === 'en' && saidInPassing.test(text.slice(Math.max(0, end - longestPassing), end));
}

type Occurrence = {
  parts: string[];
  text: string;
  index: number;
  before: Word | undefined;
  after: Word | undefined;
  opening: boolean;
};

function note(candidates: Map<string, Candidate>, occurrence: Occurrence): void {
  const key = occurrence.parts.join('\u0001');
  let candidate = candidates.get(key);
  if (!candidate) {
    const { parts } = occurrence;
    candidate = { key, parts, at: [], forms: new Map(), capitalised: 0, before: new Set(), after: new Set() };
    candidates.set(key, candidate);
  }
  candidate.at.push(occurrence.index);
  candidate.forms.set(occurrence.text, (candidate.forms.get(occurrence.text) ?? 0) + 1);
  if (!occurrence.opening && /^\p{Lu}/u.test(occurrence.text)) candidate.capitalised += 1;
  const { before, after } = occurrence;
  if (candidate.before.size < 8) candidate.before.add(before?.key ?? `^${occurrence.index}`);
  if (candidate.after.size < 8) candidate.after.add(after?.key ?? `$${occurrence.index}`);
}

export function adjacent(text: string, left: Word | undefined, right: Word): boolean {
  return left !== undefined && /^[ -]?$/.test(text.slice(left.end, right.start));
}

/** Whether the span cuts a hyphenated word: II is part of SK-II. */
export function cutsHyphen(text: string, start: number, end: number): boolean {
  return /[\p{L}\p{N}]-/u.test(text.slice(Math.max(0, start - 2), start)) || /-[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
}

function isPhrase(
  candidate: Candidate,
  counts: ReadonlyMap<string, number>,
  total: number,
  least: number,
  language: Language,
): boolean {
  const count = candidate.at.length;
  const form = mostCommon(candidate.forms);
  if (count < least || form.length < 2 || !/\p{L}/u.test(form)) return false;
  if (candidate.parts.length === 1) {
    if (weakTopicWords.has(form.toLowerCase())) return false;
    return language === 'zh' ? form.length > 1 : form.length > 2 && !/(?:ly|ing|ed)$/i.test(form);
  }
  if (language === 'en' && candidate.parts.some((_, part) => weakTopicWords.has(form.split(' ')[part]?.toLowerCase() ?? '')))
    return false;
  // A phrase always followed by the same word is part of a longer one.
  if (candidate.before.size < 2 || candidate.after.size < 2) return false;
  let expected = total;
  let mostOfPart = 0;
  for (const part of candidate.parts) {
    expected *= (counts.get(part) ?? 1) / total;
    mostOfPart = Math.max(mostOfPart, counts.get(part) ?? 1);
  }
  // In a short text nothing is improbable, so words that rarely occur apart belong together too.
  return Math.log(count / expected) >= leastInformation || (count > 2 && count * 2 >= mostOfPart);
}

/** Drops parts of longer phrases: 元宇宙 stays and 宇宙 goes. */
function withoutParts(candidates: Candidate[]): Candidate[] {
  const inside = new Map<string, number>();
  for (const candidate of candidates) {
    for (let length = 1; length < candidate.parts.length; length += 1) {
      const seen = new Set<string>();
      for (let start = 0; start + length <= candidate.parts.length; start += 1) {
        seen.add(candidate.parts.slice(start, start + length).join('\u0001'));
      }
      for (const key of seen) inside.set(key, Math.max(inside.get(key) ?? 0, candidate.at.length));
    }
  }
  return candidates.filter((candidate) => (inside.get(candidate.key) ?? 0) < absorbed * candidate.at.length);
}

function toPhrase(candidate: Candidate, language: Language, roles: WordRoles): Phrase {
  const text = mostCommon(candidate.forms);
  const isName = candidate.capitalised > candidate.at.length / 2;
  const lengthBonus = candidate.parts.length > 1 || (language === 'zh' && text.length > 2) ? 1.5 : 1;
  const thing = roles(candidate.parts.at(-1) ?? '');
  return {
    text,
    key: candidate.key,
    words: candidate.parts.length,
    at: candidate.at,
    quality: lengthBonus * thing * (isName ? 1.3 : 1),
  };
}

function mostCommon(forms: ReadonlyMap<string, number>): string {
  let best = '';
  let most = 0;
  for (const [form, count] of forms) {
    if (count > most) {
      best = form;
      most = count;
    }
  }
  return best;
}

const parts = 12;

export function mainPhrases(phrases: readonly Phrase[], total: number, title: string | null): Phrase[] {
  const lowerTitle = title?.toLowerCase() ?? '';
  const scored = phrases.map((phrase) => {
    const spread = new Set(phrase.at.map((at) => Math.floor((at * parts) / Math.max(1, total)))).size / parts;
    const named = lowerTitle.includes(phrase.text.toLowerCase()) ? 1.6 : 1;
    return { phrase, score: phrase.at.length ** 0.8 * (0.25 + spread) * phrase.quality * named };
  });
  scored.sort((a, b) => b.score - a.score || (a.phrase.key < b.phrase.key ? -1 : 1));
  return scored.map((entry) => entry.phrase);
}

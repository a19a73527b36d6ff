import type { Language } from '../../../domain.ts';
import { englishStopWords, weakTopicWords } from '../../../text/stop-words.ts';
import type { Word } from '../../../text/words.ts';
import type { Sentence, SourceDocument } from '../document.ts';
import { adjacent, cutsHyphen, isInPassing } from '../phrases.ts';
import type { WordRoles } from '../word-roles.ts';
import { announcesTopic } from './announced.ts';
import { isLightHead, isLightStart } from './light-words.ts';

const longestTitle = { zh: 12, en: 48 } as const;
const shortestTitle = { zh: 4, en: 5 } as const;
const mostTitleWords = 6;

/** The foreign ones are met only in texts of their languages, as elsewhere they are no stop words. */
const joins = { en: /^(?:of|and|for|de|del|des|di|da|du|von|van)$/, zh: /^(?:的|和|与|及)$/u } as const;
/** Chinese words that point or count, and cannot be in a name. */
const pointing =
  /的$|^(?:的|了|着|也|还|而|就|都)(?:是|会|有|能|要)|(?:也好|来[说讲看]|而言)$|^(?:[我你他她它]们?的|[这那每某][次种个位样些]|[一两三几][次位家]|[这那]|当中|过程)$|^[我你他她它这那哪几此].?$|^[不没很更最要会能想去来].$/u;

/** Endings that the segmenter splits off: it cuts 数字化 into 数字 and 化. */
const suffix =
  /^[化性者率学家员师区链币力度法型式类业界户库层费量感论权制额期款品机器课堂城市图书车房药病网店校园县省国村港路桥站台会院所厂厅局部委史学说派族党军警诗歌剧片]$/u;

const unfinished =
  /^(?:according|based|called|caused|compared|concerning|considering|containing|depending|driven|featuring|following|generated|given|including|involving|known|made|named|regarding|related|requiring|showing|used|using)$/i;

/** A statement cut in half, such as `Convicted of tax evasion`. */
const participle = /^\p{L}{3,20}ed (?:of|and|for)\b/iu;

/** Weight of a run of words said only once, which may be misheard or chance. */
const saidOnce = 0.3;
const announcedValue = 1.5;
/** Weight of a name that shares its words with an earlier title. */
const usedName = 0.3;
const aloneValue = { zh: 0.7, en: 0.45 } as const;
const leastNoun = { zh: 0.85, en: 0.8 } as const;

const usedWord = 0.4;

export type TitleMaker = (range: { start: number; end: number }, taken: ReadonlySet<string>) => string;

/** Names a range by a run of words that are frequent in it and rarer elsewhere. Empty when none is left that is not `taken`. */
export function titleMaker(document: SourceDocument, foreign: readonly boolean[], roles: WordRoles): TitleMaker {
  const everywhere = new Map<string, number>();
  let total = 0;
  document.sentences.forEach((sentence, index) => {
    if (foreign[index]) return;
    total += countWords(sentence, everywhere);
  });
  const used = new Set<string>();
  const titled: string[][] = [];
  return (range, taken) => {
    const here = new Map<string, number>();
    let size = 0;
    for (let index = range.start; index < range.end; index += 1) {
      const sentence = document.sentences[index];
      if (sentence && !foreign[index]) size += countWords(sentence, here);
    }
    const weights = new Map<string, number>();
    const share = size / Math.max(1, total);
    for (const [key, count] of here) {
      if (weakTopicWords.has(key) || (count < 2 && size > 100)) continue;
      const lift = Math.log((count + 0.5) / ((everywhere.get(key) ?? count) * share + 0.5));
      weights.set(key, count * (Math.max(0, lift) + 0.7) * (used.has(key) ? usedWord : 1));
    }
    const best = bestName(document, range, foreign, weights, roles, taken, titled);
    for (const key of best?.keys ?? []) used.add(key);
    if (best) titled.push(best.keys);
    return best ? capitalise(best.text, document.language) : '';
  };
}

function countWords(sentence: Sentence, counts: Map<string, number>): number {
  let size = 0;
  for (const word of sentence.words) {
    if (word.isStop) continue;
    counts.set(word.key, (counts.get(word.key) ?? 0) + 1);
    size += 1;
  }
  return size;
}

type Name = { text: string; keys: string[]; value: number; count: number; announced: boolean };

function bestName(
  document: SourceDocument,
  range: { start: number; end: number },
  foreign: readonly boolean[],
  weights: ReadonlyMap<string, number>,
  roles: WordRoles,
  taken: ReadonlySet<string>,
  titled: readonly string[][],
): Name | null {
  const names = new Map<string, Name>();
  for (let index = range.start; index < range.end; index += 1) {
    const sentence = document.sentences[index];
    if (!sentence || foreign[index]) continue;
    sentence.words.forEach((word, at) => {
      if (startsName(word, sentence.text, document.language, weights))
        collectNames(names, sentence, at, document.language, weights, roles);
    });
  }
  let best: Name | null = null;
  let most = 0;
  for (const name of names.values()) {
    // Repetition shows that the words are a name.
    const repeated = name.count > 1 ? 1 + 0.5 * Math.log(name.count) : name.announced ? 0.7 : saidOnce;
    const known = titled.some((keys) => isWithin(name.keys, keys) || isWithin(keys, name.keys)) ? usedName : 1;
    const value =
      name.value *
      repeated *
      known *
      (name.announced ? announcedValue : 1) *
      (name.keys.length < 2 ? aloneValue[document.language] : 1);
    if (value > most && !taken.has(name.text.toLowerCase())) {
      best = name;
      most = value;
    }
  }
  return best && wholeName(best, names, taken);
}

function isWithin(keys: readonly string[], others: readonly string[]): boolean {
  return keys.every((key) => others.includes(key));
}

/** With at least this share of its uses inside a longer name, a name is part of it: 科技大学 in 南方科技大学. */
const piece = 0.7;

function wholeName(name: Name, names: ReadonlyMap<string, Name>, taken: ReadonlySet<string>): Name {
  let whole = name;
  if (name.count < 2) return name;
  for (const other of names.values()) {
    const holds = other.text.length > whole.text.length && (other.text.endsWith(name.text) || other.text.startsWith(name.text));
    if (holds && other.count >= 2 && other.count >= piece * name.count && !taken.has(other.text.toLowerCase())) whole = other;
  }
  return whole;
}

function startsName(word: Word, text: string, language: Language, weights: ReadonlyMap<string, number>): boolean {
  if (word.isStop || !weights.has(word.key)) return false;
  if (isInPassing(text, word.end, language)) return false;
  return language === 'en' || (word.text.length > 1 && !pointing.test(word.text));
}

function collectNames(
  names: Map<string, Name>,
  sentence: Sentence,
  start: number,
  language: Language,
  weights: ReadonlyMap<string, number>,
  roles: WordRoles,
): void {
  const list = sentence.words;
  const first = list[start];
  if (!first) return;
  const keys: string[] = [];
  let sum = 0;
  for (let at = start; at < list.length; at += 1) {
    const word = list[at];
    const before = list[at - 1];
    if (!word || (at > start && before && !adjacent(sentence.text, before, word))) return;
    if (word.end - first.start > longestTitle[language] || (language === 'en' && at - start >= mostTitleWords)) return;
    if (word.isStop) {
      if (before?.isStop || !joins[language].test(word.text.toLowerCase())) return;
      continue;
    }
    const weight = weights.get(word.key);
    if (weight === undefined || keys.includes(word.key) || pointing.test(word.text)) return;
    const loneCharacter = language === 'zh' && word.text.length === 1;
    if (loneCharacter && (before?.isStop || !suffix.test(word.text))) return;
    keys.push(word.key);
    sum += weight * Math.sqrt(roles(word.key));
    const text = sentence.text.slice(first.start, word.end);
    const next = list[at + 1];
    const goesOn = language === 'zh' && next?.start === word.end && suffix.test(next.text);
    if (goesOn || text.length < shortestTitle[language] || (keys.length < 2 && !standsAlone(word, sentence.text, language)))
      continue;
    if (cutsHyphen(sentence.text, first.start, word.end) || unfinished.test(word.text)) continue;
    if (hasLightEnd(keys, first.text, word.text, language, roles) || (language === 'en' && participle.test(text))) continue;
    const announced = announcesTopic(
      sentence.text.slice(Math.max(0, first.start - 40), first.start),
      sentence.text.slice(word.end),
      language,
    );
    const known = names.get(text);
    if (known) {
      known.count += 1;
      known.announced ||= announced;
    } else {
      const value = (sum / keys.length ** 0.3) * roles(word.key) * Math.sqrt(roles(first.key));
      names.set(text, { text, keys: [...keys], value, count: 1, announced });
    }
  }
}

function hasLightEnd(keys: readonly string[], first: string, last: string, language: Language, roles: WordRoles): boolean {
  const key = keys.at(-1) ?? '';
  return isLightHead(last, language) || isLightStart(first, language) || roles(key) < leastNoun[language];
}

function standsAlone(word: Word, text: string, language: Language): boolean {
  if (language === 'zh') return word.text.length > 2;
  return /^\p{Lu}/u.test(word.text) && word.start > 0 && !/[.!?:]\s*$/.test(text.slice(0, word.start)) && word.text.length > 3;
}

function capitalise(text: string, language: Language): string {
  return language === 'en' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

export function openingTitle(text: string, language: Language): string {
  const limit = longestTitle[language];
  const clause =
    text
      .split(/[，。！？；：,.!?;:\n]/u)
      .find((part) => /[\p{L}\p{N}]/u.test(part))
      ?.trim() ?? text.trim();
  if (clause.length <= limit) return clause;
  const characters = Array.from(clause);
  if (language === 'zh') return characters.slice(0, limit).join('');
  const fitting = clause
    .slice(0, limit + 1)
    .split(/\s+/)
    .slice(0, -1)
    .slice(0, mostTitleWords);
  // `The largest withdrawal was after the` ends in the middle.
  while (fitting.length > 1 && englishStopWords.has(fitting.at(-1)?.toLowerCase() ?? '')) fitting.pop();
  return fitting.length === 0 ? characters.slice(0, limit).join('') : fitting.join(' ');
}

/** Terms are word stems and pairs of neighbouring Chinese or Japanese characters, so that search needs no dictionary. */
import { foldHan } from '#lib/text/traditional-and-simplified.ts';
import { stemEnglish } from '../text/stem.ts';
import { chineseStopWords, englishStopWords } from '../text/stop-words.ts';

export type Term = { term: string; start: number; end: number };

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const piece = new RegExp(String.raw`([${unspaced}]+)|(\p{Nd}+(?:[.．]\p{Nd}+)+|(?:(?![${unspaced}])[\p{L}\p{M}\p{N}])+)`, 'gu');
const questionWords = new Set(
  '什么 怎么 怎样 为什么 为何 如何 哪些 哪个 哪里 多少 几个 是否 有没有 是不是 吗 呢 谁 何时 请问'.split(' '),
);
const MOST_QUERY_TERMS = 48;

let segmenter: Intl.Segmenter | undefined;

export function termsIn(text: string): Term[] {
  const found: Term[] = [];
  for (const match of foldHan(text).matchAll(piece)) {
    const start = match.index;
    if (match[1] === undefined) {
      found.push({ term: wordKey(match[0]), start, end: start + match[0].length });
      continue;
    }
    found.push(...pairsOf(match[1], start, true));
  }
  return found;
}

/** `orAll`: if the question has only common words, returns these. */
export function queryTerms(query: string, { orAll = true } = {}): string[] {
  const significant = new Set<string>();
  const all = new Set<string>();
  // The stop words are listed in simplified characters.
  for (const match of foldHan(query).matchAll(piece)) {
    if (match[1] === undefined) {
      const key = wordKey(match[0]);
      all.add(key);
      if (!englishStopWords.has(match[0].toLowerCase())) significant.add(key);
      continue;
    }
    for (const { term } of pairsOf(match[1], 0, Array.from(match[1]).length === 1)) all.add(term);
    for (const run of significantRuns(match[1]))
      for (const { term } of pairsOf(run, 0, Array.from(run).length === 1)) significant.add(term);
  }
  return [...(significant.size > 0 || !orAll ? significant : all)].slice(0, MOST_QUERY_TERMS);
}

/** Words for asking (`summarize`, `discuss`) are frequent in texts and say little. */
export function weightOf(term: string): number {
  return askingKeys.has(term) ? 0.2 : 1;
}

export function marksOf(text: string, terms: ReadonlySet<string>): { start: number; end: number }[] {
  const marks: { start: number; end: number }[] = [];
  for (const { term, start, end } of termsIn(text)) {
    if (!terms.has(term)) continue;
    const last = marks.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else marks.push({ start, end });
  }
  return marks;
}

function pairsOf(run: string, offset: number, withSingles: boolean): Term[] {
  const characters = Array.from(run);
  const found: Term[] = [];
  let at = offset;
  characters.forEach((character, index) => {
    const next = characters[index + 1];
    const end = at + character.length;
    if (withSingles) found.push({ term: character.normalize('NFKC'), start: at, end });
    if (next !== undefined) found.push({ term: (character + next).normalize('NFKC'), start: at, end: end + next.length });
    at = end;
  });
  return found;
}

function significantRuns(run: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const runs: string[] = [];
  let open = false;
  for (const { segment } of segmenter.segment(run)) {
    if (chineseStopWords.has(segment) || questionWords.has(segment)) {
      open = false;
      continue;
    }
    if (open) runs[runs.length - 1] += segment;
    else runs.push(segment);
    open = true;
  }
  return runs;
}

/** The same key for all forms of a word; the key of a key is the key itself. */
export function wordKey(word: string): string {
  const lower = word.normalize('NFKC').toLowerCase();
  if (!/\p{Script=Latin}/u.test(lower)) return lower.normalize('NFKC');
  // Composed again, as another script in the same word was taken apart as well.
  return stemEnglish(lower.normalize('NFKD').replace(/\p{M}/gu, '')).normalize('NFKC');
}

const askingKeys = new Set(
  `summarize summary discuss discussed discussing discussion discussions describe description explain explanation mention
  mentioned opinion opinions attitude group team meeting meetings participant participants introduce introduction presentation
  presenting conclude concluded conclusion`
    .split(/\s+/)
    .map(wordKey),
);

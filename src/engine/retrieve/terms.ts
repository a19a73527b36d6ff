/**
 * What a text is found by: words brought to their stem, and for Chinese and Japanese every pair of neighbouring
 * characters, so that a word of two characters is found without a dictionary having to know it. Traditional and simplified
 * characters are the same terms, and so are full and half width.
 */
import { foldHan } from '#lib/fold-text.ts';
import { stemEnglish } from '../text/stem.ts';
import { chineseStopWords, englishStopWords } from '../text/stop-words.ts';

/** A term and where it stands in the text it was found in. */
export type Term = { term: string; start: number; end: number };

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const piece = new RegExp(String.raw`([${unspaced}]+)|(\p{Nd}+(?:[.．]\p{Nd}+)+|(?:(?![${unspaced}])[\p{L}\p{M}\p{N}])+)`, 'gu');
const questionWords = new Set(
  '什么 怎么 怎样 为什么 为何 如何 哪些 哪个 哪里 多少 几个 是否 有没有 是不是 吗 呢 谁 何时 请问'.split(' '),
);
/** A question longer than this says with its first words what it is about. */
const MOST_QUERY_TERMS = 48;

let segmenter: Intl.Segmenter | undefined;

/** Every term of a text in order, single characters of unspaced scripts among them. */
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

/**
 * What to look for: without words that only ask or join, unless there are no others. A character that stands alone is
 * looked for by itself.
 */
export function queryTerms(query: string): string[] {
  const telling = new Set<string>();
  const all = new Set<string>();
  // The words that only ask or join are known in simplified characters.
  for (const match of foldHan(query).matchAll(piece)) {
    if (match[1] === undefined) {
      const key = wordKey(match[0]);
      all.add(key);
      if (!englishStopWords.has(match[0].toLowerCase())) telling.add(key);
      continue;
    }
    for (const { term } of pairsOf(match[1], 0, Array.from(match[1]).length === 1)) all.add(term);
    for (const run of tellingRuns(match[1]))
      for (const { term } of pairsOf(run, 0, Array.from(run).length === 1)) telling.add(term);
  }
  return [...(telling.size > 0 ? telling : all)].slice(0, MOST_QUERY_TERMS);
}

/** Stretches of a text in which one of the terms stands, in order, without overlap. */
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

/** The parts of an unspaced run that are left when joining and asking words are taken out. */
function tellingRuns(run: string): string[] {
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

function wordKey(word: string): string {
  const lower = word.normalize('NFKC').toLowerCase();
  if (!/\p{Script=Latin}/u.test(lower)) return lower;
  return stemEnglish(lower.normalize('NFKD').replace(/\p{M}/gu, ''));
}

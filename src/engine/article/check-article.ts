/** Compares a written paragraph with its lines: length, words, numbers, names and quotes must match, wording may differ. */
import type { Segment } from '../domain.ts';
import { createGrounding } from '../llm/check-names-and-numbers.ts';
import { buildQuoteIndex, checkQuotes } from '../llm/check-quotes.ts';
import type { SourceFacts } from '../llm/source-prompt.ts';
import { queryTerms, termsIn } from '../retrieve/terms.ts';
import { dropHesitations } from '../text/hesitations.ts';
import { detectLanguage } from '../text/language.ts';
import type { Fault, LineRange } from './article-prompt.ts';
import type { PlacedParagraph } from './read-paragraphs.ts';
import { voiceOf } from './voice.ts';

export type CheckedPart = {
  paragraphs: PlacedParagraph[];
  faults: Fault[];
  lost: boolean;
  faulty: ReadonlySet<number>;
  /** Lines that no paragraph cites and whose words appear in no paragraph. */
  gaps: readonly LineRange[];
};

export type ArticleChecks = {
  check(placed: readonly PlacedParagraph[], range: LineRange): CheckedPart;
  said(first: number, last: number): number;
};

/** Lengths are in letters, with a Han character as three, so that both languages share the limits. */
const least = 0.5;
const most = 1.35;
const leastGap = 30;
/** A gap with this share of its words in the paragraphs beside it was cited wrongly, not left out. */
const gapKept = 0.75;
const mostLeftOut = 0.2;
/** Shorter paragraphs vary too much to be judged by length. */
const judgedFrom = 240;
const paragraphLeast = 0.3;
const paragraphMost = 1.9;
const endlessFrom = 2800;
/** Share of a paragraph's significant words that lines nearby must contain, and of its lines' that it must keep. */
const sharedWords = 0.3;
const keptWords = 0.25;
const wordsJudgedFrom = 3;
const nearLines = 3;
const mostFaulty = 0.34;

export function createArticleChecks(segments: readonly Segment[], facts: SourceFacts): ArticleChecks {
  const language = detectLanguage(
    segments
      .slice(0, 600)
      .map(({ text }) => text)
      .join(' '),
  );
  const grounding = createGrounding(segments, facts);
  const quotes = buildQuoteIndex(segments);
  const names = new Set(segments.flatMap(({ speaker }) => speaker ?? []));
  const weights = segments.map(({ text }) => weightOf(dropHesitations(text, language)));
  const textOf = (first: number, last: number): string =>
    segments
      .slice(Math.max(0, first), last + 1)
      .map(({ text }) => text)
      .join(' ');
  const said = (first: number, last: number): number => {
    let sum = 0;
    for (let id = first; id <= last; id++) sum += weights[id] ?? 0;
    return sum;
  };

  return {
    said,
    check(placed, range) {
      const ids = Array.from({ length: range.last - range.first + 1 }, (_, offset) => range.first + offset);
      const named: (string | null)[] = [];
      const paragraphs = placed.map((paragraph) => {
        const own = ids.slice(paragraph.first - range.first, paragraph.last - range.first + 1);
        const { name, words } = withoutName(paragraph.text, names);
        named.push(name);
        return { ...paragraph, text: checkQuotes({ text: words, segmentIds: own }, segments, quotes).text };
      });
      const gaps = gapsOf(paragraphs, range, said, textOf);
      const leftOut = gaps.reduce((sum, { first, last }) => sum + said(first, last), 0);
      const whole = wholeFaults(paragraphs, range, said, textOf);
      const shares = sharesOf(paragraphs);
      const single = paragraphs.flatMap((paragraph, index): Fault[] => {
        const number = index + 1;
        const { first, last, text } = paragraph;
        const own = ids.slice(first - range.first, last - range.first + 1);
        const claims = grounding.missing({ text, segmentIds: own }, ids);
        const found: Fault[] = claims.length > 0 ? [{ kind: 'not_said', paragraph: number, claims }] : [];
        const written = weightOf(text);
        let spoken = 0;
        for (const id of own) spoken += (weights[id] ?? 0) / (shares.get(id) ?? 1);
        if (written > endlessFrom) found.push({ kind: 'endless', paragraph: number });
        else if (spoken >= judgedFrom && written < spoken * paragraphLeast) found.push({ kind: 'shortened', paragraph: number });
        else if (written > spoken * paragraphMost + 150) found.push({ kind: 'padded', paragraph: number });
        const invented = !contains(textOf(first - nearLines, last + nearLines), significantWords(text), sharedWords);
        const shared = (shares.get(first) ?? 1) > 1 || (shares.get(last) ?? 1) > 1;
        const lost = !shared && !contains(text, significantWords(textOf(first, last)), keptWords);
        if (invented || lost) found.push({ kind: 'other_words', paragraph: number });
        const voice = voiceOf(segments, first, last);
        const name = named[index] ?? null;
        if (voice.mixed || (name !== null && name !== voice.speaker)) found.push({ kind: 'several_speakers', paragraph: number });
        return found;
      });
      const faulty = new Set(single.flatMap((fault) => ('paragraph' in fault ? [fault.paragraph - 1] : [])));
      return {
        paragraphs,
        faults: [...whole, ...gaps.map((gap): Fault => ({ kind: 'left_out', ...gap })), ...single],
        lost:
          whole.length > 0 ||
          leftOut > said(range.first, range.last) * mostLeftOut ||
          faulty.size > paragraphs.length * mostFaulty,
        faulty,
        gaps,
      };
    },
  };
}

/** The model may begin a paragraph with the speaker's name, although the page already shows it. */
function withoutName(text: string, names: ReadonlySet<string>): { name: string | null; words: string } {
  const [front, name] = /^([^:：]{1,80})[:：]\s*/u.exec(text) ?? [];
  if (front === undefined || name === undefined || !names.has(name.trim())) return { name: null, words: text };
  return { name: name.trim(), words: text.slice(front.length) };
}

function gapsOf(
  paragraphs: readonly PlacedParagraph[],
  range: LineRange,
  said: ArticleChecks['said'],
  textOf: (first: number, last: number) => string,
): LineRange[] {
  const gaps: LineRange[] = [];
  const look = (first: number, last: number, index: number): void => {
    if (first > last || said(first, last) < leastGap) return;
    const beside = `${paragraphs[index - 1]?.text ?? ''} ${paragraphs[index]?.text ?? ''}`;
    const words = significantWords(textOf(first, last));
    if (words.length < wordsJudgedFrom || !contains(beside, words, gapKept)) gaps.push({ first, last });
  };
  let reached = range.first - 1;
  for (const [index, { first, last }] of paragraphs.entries()) {
    look(reached + 1, first - 1, index);
    reached = Math.max(reached, last);
  }
  look(reached + 1, range.last, paragraphs.length);
  return gaps;
}

function wholeFaults(
  paragraphs: readonly PlacedParagraph[],
  range: LineRange,
  said: ArticleChecks['said'],
  textOf: (first: number, last: number) => string,
): Fault[] {
  const faults: Fault[] = [];
  const total = said(range.first, range.last);
  const text = paragraphs.map((paragraph) => paragraph.text).join(' ');
  const written = weightOf(text);
  if (written < total * least - 20) faults.push({ kind: 'too_short' });
  if (written > total * most + 120) faults.push({ kind: 'too_long' });
  if (Math.abs(unspacedShare(text) - unspacedShare(textOf(range.first, range.last))) > 0.4)
    faults.push({ kind: 'other_language' });
  return faults;
}

function sharesOf(paragraphs: readonly LineRange[]): Map<number, number> {
  const shares = new Map<number, number>();
  for (const { first, last } of paragraphs) for (let id = first; id <= last; id++) shares.set(id, (shares.get(id) ?? 0) + 1);
  return shares;
}

function significantWords(text: string): string[] {
  const words = new Set<string>();
  for (let at = 0; at < text.length; at += 200) for (const term of queryTerms(text.slice(at, at + 200))) words.add(term);
  return [...words];
}

function contains(text: string, words: readonly string[], share: number): boolean {
  if (words.length < wordsJudgedFrom) return true;
  const known = new Set(termsIn(text).map(({ term }) => term));
  return words.filter((word) => known.has(word)).length >= words.length * share;
}

function weightOf(text: string): number {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters + 2 * (text.match(/\p{Script=Han}/gu)?.length ?? 0);
}

/** Share of letters in scripts without spaces, or in Korean. A change means that the model translated. */
function unspacedShare(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const east = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return letters === 0 ? 0 : east / letters;
}

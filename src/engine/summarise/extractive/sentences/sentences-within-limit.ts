import type { Language, Segment } from '../../../domain.ts';
import { words } from '../../../text/words.ts';
import type { Treatment } from '../document.ts';
import { prepare } from '../prepare.ts';
import { chooseDescription } from './describe.ts';
import { type DescriptionWords, descriptionChances } from './description-words.ts';
import type { ScoredDocument } from './score.ts';
import { selectSentences } from './select-unlike.ts';

const mostSentences = 300;
/** Up to so many characters an English article is described, not excerpted. */
const longestDescription = 250;

export type BestSentencesInput = {
  segments: Segment[];
  timed: boolean;
  title: string | null;
  language: Language | null;
  treatment?: Treatment;
  signal?: AbortSignal;
};

/** The best sentences in source order, within `maxChars` UTF-16 units; empty only without text. Throws the abort reason. */
export function bestSentences(
  input: BestSentencesInput,
  maxChars: number,
  descriptions?: DescriptionWords,
): { text: string; segmentIds: number[] }[] {
  const scored = prepare(input);
  const { sentences } = scored.document;
  const clips = scored.document.treatment === 'article';
  const texts = sentences.map(({ text }) => (clips && text.length > maxChars ? clipToClause(text, maxChars) : text));
  const size = (index: number, taken: number): number => (texts[index]?.length ?? 0) + (taken > 0 ? 1 : 0);
  const from = candidates(scored).filter((index) => size(index, 0) > 0 && size(index, 0) <= maxChars);
  const chosen =
    clips && scored.document.language === 'en' && maxChars <= longestDescription
      ? describeArticle(scored, from, texts, maxChars, input.title, descriptions)
      : selectSentences(scored, { from, most: mostSentences, budget: { size, total: maxChars } });
  if (chosen.length === 0) return cutToFit(scored, maxChars);
  return chosen.map((index) => ({ text: texts[index] ?? '', segmentIds: sentences[index]?.segmentIds ?? [] }));
}

function describeArticle(
  { document, foreign, scores }: ScoredDocument,
  from: readonly number[],
  texts: readonly string[],
  maxChars: number,
  title: string | null,
  descriptions: DescriptionWords | undefined,
): number[] {
  const candidates = from.slice(0, mostSentences).map((index) => {
    const text = texts[index] ?? '';
    return { index, keys: words(text, 'en').map(({ key }) => key), size: text.length, score: scores[index] ?? 0 };
  });
  return chooseDescription(candidates, descriptionChances(document, foreign, title, descriptions), maxChars);
}

const leastClipped = 0.5;
const clauseEnd = /[,;:，；：–—] ?| (?=(?:and|but|because|which|while|so|that|where|as|with|for|to|by)\b)/gu;

/** The whole clauses that fit; empty when they fill too little of the limit. */
function clipToClause(text: string, most: number): string {
  let end = 0;
  for (const { index } of text.slice(0, most + 1).matchAll(clauseEnd)) end = index;
  return end >= most * leastClipped ? text.slice(0, end).trimEnd() : '';
}

function candidates(scored: ScoredDocument): number[] {
  const { sentences } = scored.document;
  const eligible = sentences.map((_, index) => index).filter((index) => scored.eligible[index]);
  return eligible.length > 0 ? eligible : sentences.map((_, index) => index).filter((index) => !scored.foreign[index]);
}

function cutToFit(scored: ScoredDocument, maxChars: number): { text: string; segmentIds: number[] }[] {
  let best = -1;
  for (const index of candidates(scored)) {
    if (best < 0 || (scored.scores[index] ?? 0) > (scored.scores[best] ?? 0)) best = index;
  }
  const sentence = scored.document.sentences[best];
  if (!sentence) return [];
  let text = '';
  for (const { segment } of new Intl.Segmenter(scored.document.language, { granularity: 'word' }).segment(sentence.text)) {
    if (text.length + segment.length > maxChars) break;
    text += segment;
  }
  text = text.trim();
  return text === '' ? [] : [{ text, segmentIds: sentence.segmentIds }];
}

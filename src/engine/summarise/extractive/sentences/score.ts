import { weakTopicWords } from '../../../text/stop-words.ts';
import type { Sentence, SourceDocument } from '../document.ts';
import { looseness } from './fluency.ts';
import { lexRank, rankOrder, type SentenceVector, sentenceVectors, topicDensity } from './rank.ts';
import { isCourtesyOrPromotion, isRequest, speaksToProgram } from './unwanted.ts';

export type ScoredDocument = {
  document: SourceDocument;
  foreign: boolean[];
  eligible: boolean[];
  /** About -0.5 to 1, comparable within the document. */
  scores: Float64Array;
  vectors: SentenceVector[];
};

const leastContentWords = 4;
/** In an article, a shorter line without a full stop is a heading or a list item. */
const standaloneLineWords = { zh: 9, en: 6 } as const;

const leastKnownShare = 0.5;

const announces = {
  en: /\b(?:this|our|the following|in the|in today[’']s|today[’']s) (?:[\w-]{1,30} ){0,3}(?:article|guide|post|tutorial|study|paper|report|page|blog|book|course|recipe|review|list|series|overview|introduction|resource|checklist|collection|roundup|episode|video)\b|\b(?:we|i)(?:[’'](?:ll|ve|re|m)| will| have)? (?:be )?(?:going to |put together |compiled |explore|discuss|explain|look at|cover|show|take you|take a|walk|share|sharing|review|examine|dive|break down|outline|answer)|\bhere(?:[’']s| are| is)\b|\b(?:learn|discover|find out) (?:how|about|more|what|why|everything)\b|\b(?:in short|in summary|to sum up|overall|in conclusion|everything you need to know)\b/i,
  zh: /(?:本文|本研究|本报告|本期|本书|(?:这|该)(?:篇|份|项)(?:文章|报告|研究|指南)|今天(?:我们|来|就)|总之|综上|总的来说|总而言之|简而言之|一句话)/u,
} as const;

export function scoreDocument(document: SourceDocument): ScoredDocument {
  const foreign = findForeign(document);
  const vectors = sentenceVectors(document, foreign);
  const central = rankOrder(lexRank(vectors, document.termCount));
  const eligible = document.sentences.map((_, index) => !foreign[index] && isEligible(document, index));
  const scores = document.treatment === 'speech' ? speechScores(document, central) : articleScores(document, central, foreign);
  return { document, foreign, eligible, scores, vectors };
}

/** Position is not scored, as it means nothing in talk. */
function speechScores(document: SourceDocument, central: Float64Array): Float64Array {
  return central.map((value, index) => {
    const sentence = document.sentences[index];
    return value - looseness(sentence?.words ?? [], document.language) - (sentence?.ragged ? 0.15 : 0);
  });
}

function articleScores(document: SourceDocument, central: Float64Array, foreign: readonly boolean[]): Float64Array {
  const dense = rankOrder(topicDensity(document, foreign));
  const total = Math.max(1, document.sentences.length);
  return central.map((value, index) => {
    const sentence = document.sentences[index];
    // Articles put what matters first; the decay is slow, as many open with an anecdote.
    const early = Math.exp(-index / (total * 0.3));
    const announced = announces[document.language].test(sentence?.text ?? '') ? 1 : 0;
    const line = sentence?.whole ? 0 : 1;
    return (0.6 * value + 0.5 * early + 0.2 * (dense[index] ?? 0) + 0.2 * announced - 0.1 * line) / 1.5;
  });
}

function isEligible(document: SourceDocument, index: number): boolean {
  const sentence = document.sentences[index];
  if (!sentence || sentence.question || sentence.terms.length < leastContentWords) return false;
  if (isCourtesyOrPromotion(sentence.text, document.language)) return false;
  if (document.treatment === 'speech') return true;
  return sentence.whole || sentence.words.length >= standaloneLineWords[document.language];
}

/** Finds orders to a program, by their wording, and requests most of whose words do not occur elsewhere. */
function findForeign(document: SourceDocument): boolean[] {
  const places = new Map<number, number>();
  const lastSegment = new Map<number, number>();
  for (const sentence of document.sentences) {
    for (const term of sentence.terms) {
      if (lastSegment.get(term) === sentence.first) continue;
      lastSegment.set(term, sentence.first);
      places.set(term, (places.get(term) ?? 0) + 1);
    }
  }
  const shortDocument = document.sentences.length < 6;
  return document.sentences.map((sentence) => {
    if (speaksToProgram(sentence.text)) return true;
    if (shortDocument) return false;
    const request = isRequest(sentence.text, document.language);
    // Questions are common in talk, and never key sentences anyway.
    if (!request && (document.treatment === 'speech' || !sentence.question)) return false;
    const subject = subjectTerms(document, sentence, request);
    const known = subject.filter((term) => (places.get(term) ?? 0) > 1).length;
    return known < 2 || known / subject.length < leastKnownShare;
  });
}

/** Terms of what a sentence is about, without the verb of a request and words that fit any subject. */
function subjectTerms(document: SourceDocument, sentence: Sentence, request: boolean): number[] {
  const content = sentence.words.filter((word, index) => !word.isStop && !(request && index === 0));
  const named = content.filter((word) => !weakTopicWords.has(word.text.toLowerCase()));
  return [...new Set(named.map((word) => document.vocabulary.id(word.key)))];
}

/** Needs no model: chooses sentences of the source, finds chapters by changes of vocabulary, and names them by key phrases. */
import { cleanTag } from '#lib/hashtags.ts';
import type { Chapter, Detail, Language, Outline, Point, Section, Segment, SourceChapter } from '../../domain.ts';
import { otherStopWords } from '../../text/stop-words.ts';
import { pointCount } from './chapters/chapters.ts';
import { type OutlinedChapter, outlineChapters, type Range, usableSentences } from './chapters/outline-chapters.ts';
import type { Treatment } from './document.ts';
import { findPhrases, mainPhrases, type Phrase } from './phrases.ts';
import { prepare } from './prepare.ts';
import { expandSentence } from './sentences/points.ts';
import { rankOrder } from './sentences/rank.ts';
import type { ScoredDocument } from './sentences/score.ts';
import { selectSentences } from './sentences/select.ts';
import { findWordRoles } from './word-roles.ts';

export type ExtractiveInput = {
  segments: Segment[];
  timed: boolean;
  title: string | null;
  language: Language | null;
  noteLanguage: Language;
  detail?: Detail;
  sourceChapters: SourceChapter[];
  sections?: readonly Section[];
  treatment?: Treatment;
  signal?: AbortSignal;
};

const mostAbstract = 6;
const mostTags = 6;
const sameStatement = 0.75;
/** Weight of being typical of the chapter rather than of the whole text. */
const chapterWeight = 0.5;

export function summariseExtractive(input: ExtractiveInput): Outline {
  const scored = prepare(input);
  const { document } = scored;
  const roles = findWordRoles(document, scored.foreign);
  const phrases = findPhrases(document, scored.foreign, roles);
  const outlined = outlineChapters(scored, roles, input);
  input.signal?.throwIfAborted();
  const abstract = chooseAbstract(
    scored,
    outlined.map((chapter) => chapter.sentences),
  );
  const chapters = outlined.map((chapter): Chapter => {
    input.signal?.throwIfAborted();
    return {
      title: chapter.title,
      startMs: chapter.startMs,
      segmentIds: document.segments.slice(chapter.segments.start, chapter.segments.end).map((segment) => segment.id),
      points: choosePoints(scored, chapter, abstract, input.detail ?? 'standard'),
    };
  });
  return {
    method: 'extractive',
    model: null,
    language: input.noteLanguage,
    abstract: abstract.map((index) => expandSentence(document, index)),
    chapters,
    tags: chooseTags(phrases, document.sentences.length, input.title),
    checks: {
      droppedReferences: 0,
      quotesVerified: 0,
      quotesRepaired: 0,
      quotesUnmarked: 0,
      // The source's own words need no check.
      statements: chapters.reduce((sum, { points }) => sum + points.length, 0),
      statementsVerified: chapters.reduce((sum, { points }) => sum + points.length, 0),
    },
  };
}

/** Three to six sentences, fewer for a short text, spread over the chapters. */
function chooseAbstract(scored: ScoredDocument, spans: readonly Range[]): number[] {
  const all = usableSentences(scored, { start: 0, end: scored.document.sentences.length });
  const most = all.length <= 3 ? 1 : Math.min(mostAbstract, Math.max(3, Math.round(Math.sqrt(all.length) / 2)));
  const perChapter = Math.max(1, Math.ceil(most / Math.max(1, spans.length)) + 1);
  const from = spans.flatMap((span) =>
    selectSentences(scored, { from: usableSentences(scored, span), most: perChapter, alike: sameStatement }),
  );
  const chosen = selectSentences(scored, { from: from.length >= most ? from : all, most, alike: sameStatement });
  // Pieces of one long sentence are shown once, as that sentence.
  const groups = chosen.map((index) => scored.document.sentences[index]?.group);
  return chosen.filter((_, place) => groups.indexOf(groups[place]) === place);
}

function choosePoints(scored: ScoredDocument, chapter: OutlinedChapter, abstract: readonly number[], detail: Detail): Point[] {
  const { document } = scored;
  const { sentences: span, segments: range } = chapter;
  const candidates = usableSentences(scored, span);
  const groups = new Set(abstract.map((index) => document.sentences[index]?.group));
  const fresh = candidates.filter((index) => !groups.has(document.sentences[index]?.group));
  const characters = document.segments.slice(range.start, range.end).reduce((sum, segment) => sum + segment.text.length, 0);
  const from = fresh.length > 0 ? fresh : candidates;
  const chosen = selectSentences(chapterScores(scored, span), {
    from,
    most: pointCount(characters, document.language, detail),
    against: fresh.length > 0 ? abstract : [],
    alike: sameStatement,
  });
  const points: Point[] = [];
  const shown = new Set<number | undefined>();
  for (const index of chosen.length > 0 ? chosen : from.slice(0, 1)) {
    const group = document.sentences[index]?.group;
    if (shown.has(group)) continue;
    shown.add(group);
    points.push(expandSentence(document, index));
  }
  return points;
}

/** Central in the text, and made of words that the chapter uses more than the rest. */
function chapterScores(scored: ScoredDocument, span: Range): ScoredDocument {
  const { sentences, termCount } = scored.document;
  if (span.end - span.start >= sentences.length) return scored;
  const inside = new Float64Array(termCount);
  const outside = new Float64Array(termCount);
  let insideTotal = 1;
  let outsideTotal = 1;
  sentences.forEach((sentence, index) => {
    const here = index >= span.start && index < span.end;
    for (const term of sentence.terms) {
      if (here) inside[term] = (inside[term] ?? 0) + 1;
      else outside[term] = (outside[term] ?? 0) + 1;
    }
    if (here) insideTotal += sentence.terms.length;
    else outsideTotal += sentence.terms.length;
  });
  const own = sentences.slice(span.start, span.end);
  const typical = rankOrder(
    own.map((sentence) => {
      let sum = 0;
      for (const term of new Set(sentence.terms)) {
        const odds = ((inside[term] ?? 0) + 0.5) / insideTotal / (((outside[term] ?? 0) + 0.5) / outsideTotal);
        if ((inside[term] ?? 0) > 1) sum += Math.max(0, Math.log(odds));
      }
      return sum / Math.sqrt(Math.max(4, sentence.terms.length));
    }),
  );
  const central = rankOrder(scored.scores.slice(span.start, span.end));
  const scores = new Float64Array(sentences.length);
  own.forEach((_, offset) => {
    scores[span.start + offset] = (1 - chapterWeight) * (central[offset] ?? 0) + chapterWeight * (typical[offset] ?? 0);
  });
  return { ...scored, scores };
}

function chooseTags(phrases: readonly Phrase[], total: number, title: string | null): string[] {
  const tags: string[] = [];
  const lower: string[] = [];
  for (const phrase of mainPhrases(phrases, total, title)) {
    const tag = cleanTag(phrase.text.replace(/['’]s(?!\p{L})/gu, ''));
    if (otherStopWords.has(tag.toLowerCase())) continue;
    const key = tag.toLowerCase();
    if (tag === '' || !/\p{L}/u.test(tag) || lower.some((known) => known.includes(key) || key.includes(known))) continue;
    tags.push(tag);
    lower.push(key);
    if (tags.length === mostTags) break;
  }
  return tags;
}

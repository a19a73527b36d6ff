import type { Language, Segment } from '../../../domain.ts';
import { dropStutters, trimFillers } from '../../../text/fillers.ts';
import { words } from '../../../text/words.ts';
import type { Sentence, SourceDocument } from '../document.ts';
import { speaksToProgram } from '../sentences/unwanted.ts';
import { isAboutTalk } from './about-talk.ts';
import { endsOpen, pointsAtBefore, startsWeakly } from './edges.ts';
import { withCommas } from './marks.ts';
import { mendSpeech } from './mend.ts';
import { dropOpeners } from './openers.ts';
import { splitClauses } from './split-clauses.ts';
import { bestStretch, sizeOf, sizes, withoutMark } from './stretch.ts';
import { stumbles } from './stumbles.ts';

/** Text that can be read alone, from one place of the source. */
export type Statement = { text: string; segmentIds: number[]; shortened: boolean; doubt?: number };

/** Pieces of one long sentence that are looked at on each side. */
const nearPieces = 2;
const leastNamed = 2;
/** Letters in a row by which shortened text is found in a segment. */
const traceLength = { zh: 4, en: 9 } as const;

/** The part of a sentence that reads alone, else the sentence with the one before it; null when neither does. */
export function makeStatement(document: SourceDocument, index: number): Statement | null {
  const chosen = document.sentences[index];
  if (!chosen) return null;
  const { language, treatment } = document;
  const run = document.punctuated || language === 'zh' ? runAround(document, index) : linesAround(document, index);
  const text = cleanText(run.pieces, document);
  const best = bestStretch({
    text,
    language,
    treatment,
    punctuated: document.punctuated,
    before: run.goesOnBefore ? (document.sentences[run.first - 1]?.raw ?? '') : '',
    goesOnBefore: run.goesOnBefore,
    goesOnAfter: run.goesOnAfter,
    doubts: { before: run.pieces[0]?.doubts.before ?? 0, after: run.pieces.at(-1)?.doubts.after ?? 0 },
    wanted: chosen.text,
    middle: run.middle === undefined ? null : middleOf(run.pieces, run.middle, document),
  });
  if (!best) return withAntecedent(document, index);
  const shown = document.punctuated ? best.text : withCommas(best.text, language);
  const { doubt } = best;
  const shortened = best.shortened || shown !== best.text || !isUnmended(shown, run.pieces, document);
  const statement = { text: shown, shortened, segmentIds: placesOf(shown, idsOf(run.pieces), document) };
  return doubt === undefined ? statement : { ...statement, doubt };
}

/** The sentence with only fillers and openers trimmed, for a stretch of the source in which nothing reads alone. */
export function plainStatement(document: SourceDocument, index: number): Statement {
  const chosen = document.sentences[index];
  if (!chosen) return { text: '', segmentIds: [], shortened: false };
  const { language, treatment } = document;
  const text = clip(dropOpeners(chosen.text, language), document, sizes[treatment][language].most);
  return { text, segmentIds: chosen.segmentIds, shortened: text !== chosen.text };
}

function clip(text: string, { language, punctuated }: SourceDocument, most: number): string {
  if (sizeOf(text, language) <= most) return text;
  let end = 0;
  for (const clause of splitClauses(text, language, punctuated)) {
    if (sizeOf(text.slice(0, clause.end), language) > most) break;
    end = clause.end;
  }
  return end === 0 ? text : `${withoutMark(text.slice(0, end))}…`;
}

/** `middle`: the index of the wanted piece, when the others are sentences of their own. */
type Run = { pieces: Sentence[]; first: number; middle?: number; goesOnBefore: boolean; goesOnAfter: boolean };

function runAround({ sentences }: SourceDocument, index: number): Run {
  const group = sentences[index]?.group;
  let first = index;
  let last = index;
  while (index - first < nearPieces && sentences[first - 1]?.group === group) first -= 1;
  while (last - index < nearPieces && sentences[last + 1]?.group === group) last += 1;
  return {
    pieces: sentences.slice(first, last + 1),
    first,
    goesOnBefore: sentences[first - 1]?.group === group,
    goesOnAfter: sentences[last + 1]?.group === group,
  };
}

/** Without marks a line is only a guess at a sentence, which may begin in the line before and end in the next one. */
function linesAround({ sentences }: SourceDocument, index: number): Run {
  const goesOn = (at: number): boolean => (sentences[at]?.doubts.before ?? 0) > 0;
  const first = goesOn(index) ? index - 1 : index;
  const last = goesOn(index + 1) ? index + 1 : index;
  return {
    pieces: sentences.slice(first, last + 1),
    first,
    middle: index - first,
    goesOnBefore: goesOn(first),
    goesOnAfter: goesOn(last + 1),
  };
}

/** Approximate offsets of the wanted piece. */
function middleOf(pieces: readonly Sentence[], middle: number, document: SourceDocument): { start: number; end: number } {
  const length = (from: number, to: number): number => cleanText(pieces.slice(from, to), document).length;
  const start = middle === 0 ? 0 : length(0, middle) + 1;
  return { start, end: start + length(middle, middle + 1) };
}

function idsOf(pieces: readonly Sentence[]): number[] {
  return [...new Set(pieces.flatMap((piece) => piece.segmentIds))].sort((a, b) => a - b);
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export function placesOf(text: string, ids: readonly number[], { segments, language }: SourceDocument): number[] {
  if (ids.length < 2) return [...ids];
  const letters = lettersOf(text);
  const length = traceLength[language];
  const traces = new Set<string>();
  for (let at = 0; at + length <= letters.length; at += 1) traces.add(letters.slice(at, at + length));
  const holds = (segment: Segment | undefined): boolean => {
    const own = lettersOf(segment?.text ?? '');
    for (let at = 0; at + length <= own.length; at += 1) if (traces.has(own.slice(at, at + length))) return true;
    return false;
  };
  const first = ids.findIndex((id) => holds(segments[id]));
  const last = ids.findLastIndex((id) => holds(segments[id]));
  return first < 0 ? [...ids] : ids.slice(first, last + 1);
}

function joinText(pieces: readonly Sentence[], { language, treatment }: SourceDocument): string {
  const joined = pieces.map(({ raw }) => raw).join(language === 'zh' ? '' : ' ');
  return treatment === 'speech' ? dropStutters(joined, language) || joined : joined;
}

function cleanText(pieces: readonly Sentence[], document: SourceDocument): string {
  const joined = joinText(pieces, document);
  const isSpoken = document.treatment === 'speech';
  return trimFillers(isSpoken ? mendSpeech(joined, document.language) : joined, document.language, isSpoken);
}

function isUnmended(shown: string, pieces: readonly Sentence[], document: SourceDocument): boolean {
  return lettersOf(joinText(pieces, document)).includes(lettersOf(shown));
}

/** A sentence that begins with `This …`, with the sentence before it, when both together are short. */
function withAntecedent(document: SourceDocument, index: number): Statement | null {
  const { language, treatment, sentences } = document;
  const own = runAround(document, index);
  const earlier = runAround(document, own.first - 1);
  const [opening] = own.pieces;
  const before = earlier.pieces.at(-1);
  if (!opening || !before || own.goesOnAfter || earlier.goesOnBefore || !sentences[own.first - 1]) return null;
  if (before.question || !before.whole || opening.first - before.last > 1 || !isOneSpeaker(document, opening, before))
    return null;
  if ([...earlier.pieces, ...own.pieces].some(({ ragged }) => ragged)) return null;
  const second = cleanText(own.pieces, document);
  if (!pointsAtBefore(dropOpeners(second, language), language) || endsOpen(second, language)) return null;
  const source = cleanText(earlier.pieces, document);
  const first = dropOpeners(source, language);
  const joined = `${first}${language === 'zh' ? '' : ' '}${second}`;
  if (sizeOf(joined, language) > sizes[treatment][language].most || speaksToProgram(joined)) return null;
  if (startsWeakly(first, language) || endsOpen(first, language) || !namesSomething(first, language)) return null;
  if (treatment === 'speech' && (isAboutTalk(joined, language) || stumbles(joined, language))) return null;
  const pieces = [...earlier.pieces, ...own.pieces];
  return { text: joined, segmentIds: idsOf(pieces), shortened: first !== source || !isUnmended(joined, pieces, document) };
}

/** Whether a sentence says enough to explain a pronoun: `Oh.` before `It was sold.` does not. */
function namesSomething(text: string, language: Language): boolean {
  return words(text, language).filter(({ isStop }) => !isStop).length >= leastNamed;
}

function isOneSpeaker({ segments }: SourceDocument, left: Sentence, right: Sentence): boolean {
  return segments[left.first]?.speaker === segments[right.last]?.speaker;
}

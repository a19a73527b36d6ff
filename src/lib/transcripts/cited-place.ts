import type { NoteAnchor } from '../markdown/anchors.ts';
import { closestSentence, sentencesOf } from '../text/closest-sentence.ts';
import { joinWords } from './transcript-edits.ts';

/** Like `Segment`; ids are indexes in the whole source. */
export type CitedLine = {
  id: number;
  startMs: number | null;
  endMs: number | null;
  text: string;
  speaker?: string | undefined;
  page?: number | undefined;
};

export type CitedPlace = {
  /** The sentence, as far as its ends can be found. */
  text: string;
  /** Null at the source's edge. */
  before: string | null;
  after: string | null;
  speaker: string | null;
  /** The span to play; null if the source has no times. */
  stretch: { startMs: number; endMs: number } | null;
  page: number | null;
  paragraph: number;
};

/** A sentence is followed over so many lines in either direction. */
const reach = 2;
/** A longer silence separates sentences. */
const pauseMs = 4000;
/** Assumed length of a last line without an end. */
const unknownLengthMs = 5000;
/** A time later than this after the last line is not in the source. */
const lateMs = 30_000;

function citedIndex(lines: readonly CitedLine[], anchor: NoteAnchor): number {
  if (anchor.kind === 'paragraph') return lines.findIndex(({ id }) => id === anchor.id);
  const at = lines.findLastIndex(({ startMs }) => startMs !== null && startMs <= anchor.ms);
  const line = lines[at];
  const isLate = line !== undefined && at === lines.length - 1 && anchor.ms > (line.endMs ?? line.startMs ?? 0) + lateMs;
  return isLate ? -1 : at;
}

/** The lines that `citedPlace` needs; empty if the source does not have the place. */
export function linesNear<Line extends CitedLine>(lines: readonly Line[], anchor: NoteAnchor): Line[] {
  const at = citedIndex(lines, anchor);
  return at < 0 ? [] : lines.slice(Math.max(0, at - reach - 1), at + reach + 2);
}

/** `claim` decides which sentence of a paragraph is meant. Null if the source does not have the place. */
export function citedPlace(lines: readonly CitedLine[], anchor: NoteAnchor, claim = ''): CitedPlace | null {
  const at = citedIndex(lines, anchor);
  const line = lines[at];
  if (!line) return null;
  const about = { speaker: line.speaker ?? null, page: line.page ?? null, paragraph: line.id };
  if (line.startMs === null) return { ...about, ...inParagraph(lines, at, claim), stretch: null };
  const [from, to] = sentenceLines(lines, at);
  const sentence = lines.slice(from, to + 1);
  return {
    ...about,
    text: sentence.map(({ text }) => text).reduce(joinWords),
    before: lines[from - 1]?.text ?? null,
    after: lines[to + 1]?.text ?? null,
    stretch: { startMs: sentence[0]?.startMs ?? line.startMs, endMs: endOf(lines, to) },
  };
}

/** First and last line of the sentence that the line belongs to; the line alone if no end is near. */
function sentenceLines(lines: readonly CitedLine[], at: number): [number, number] {
  let from = at;
  while (from > at - reach && !opensSentence(lines, from) && (from === at || !hasEnd(lines[from]))) from--;
  let to = at;
  while (to < at + reach && !closesSentence(lines, to) && (to === at || !hasEnd(lines[to]))) to++;
  return [
    opensSentence(lines, from) || hasEnd(lines[from]) ? from : at,
    closesSentence(lines, to) || hasEnd(lines[to]) ? to : at,
  ];
}

function opensSentence(lines: readonly CitedLine[], at: number): boolean {
  return closesSentence(lines, at - 1);
}

function closesSentence(lines: readonly CitedLine[], at: number): boolean {
  const [line, next] = [lines[at], lines[at + 1]];
  if (!line || !next || line.speaker !== next.speaker) return true;
  if ((next.startMs ?? 0) - (line.endMs ?? next.startMs ?? 0) > pauseMs) return true;
  return /[.!?…。！？][”"’'」』）)】\]》\s]*$/u.test(line.text);
}

function hasEnd(line: CitedLine | undefined): boolean {
  return line !== undefined && /[。！？…]|[.!?][”"’')\]]?(?:\s|$)/u.test(line.text);
}

function endOf(lines: readonly CitedLine[], at: number): number {
  const [line, next] = [lines[at], lines[at + 1]];
  const startMs = line?.startMs ?? 0;
  const endMs = line?.endMs ?? next?.startMs ?? startMs + unknownLengthMs;
  return Math.max(endMs, startMs);
}

/** The sentence that the claim is about, else the whole paragraph. */
function inParagraph(lines: readonly CitedLine[], at: number, claim: string): Pick<CitedPlace, 'text' | 'before' | 'after'> {
  const text = lines[at]?.text ?? '';
  const sentences = sentencesOf(text);
  const cited = closestSentence(sentences, claim);
  const [previous, next] = [lines[at - 1], lines[at + 1]].map((line) => (line ? sentencesOf(line.text) : []));
  const [before, after] = [previous?.at(-1) ?? null, next?.[0] ?? null];
  if (cited < 0) return { text, before, after };
  const [from, to] = quotedAround(sentences, cited, claim);
  return {
    text: sentences.slice(from, to + 1).reduce(joinWords),
    before: sentences[from - 1] ?? before,
    after: sentences[to + 1] ?? after,
  };
}

/** A claim in the words of the text shows where its sentence ends: `Am 6. Oktober` is cut like two. */
function quotedAround(sentences: readonly string[], cited: number, claim: string): [number, number] {
  const said = withoutSpace(claim);
  const isSaid = (start: number, end: number) => said.includes(withoutSpace(sentences.slice(start, end + 1).join('')));
  let [from, to] = [cited, cited];
  while (from > 0 && isSaid(from - 1, to)) from--;
  while (to < sentences.length - 1 && isSaid(from, to + 1)) to++;
  return [from, to];
}

const withoutSpace = (text: string): string => text.replace(/\s/g, '');

import type { Language, Segment } from '../../domain.ts';
import { clauseSpans } from '../../text/clauses.ts';
import { dropStutters, trimFillers } from '../../text/fillers.ts';
import { type OtherLanguage, otherLanguageOf } from '../../text/other-stop-words.ts';
import { needsSpaceBetween } from '../../text/paragraphs.ts';
import { type Doubts, endsSentence, sentenceSpans } from '../../text/sentences.ts';
import { type Word, words } from '../../text/words.ts';

export type Treatment = 'speech' | 'article';

export type Sentence = {
  text: string;
  segmentIds: number[];
  first: number;
  last: number;
  words: Word[];
  terms: number[];
  /** The text as in the source; pieces of one long sentence share a number. */
  raw: string;
  group: number;
  whole: boolean;
  question: boolean;
  /** Probably starts or ends within a sentence. */
  ragged: boolean;
  doubts: Doubts;
};

export type SourceDocument = {
  language: Language;
  /** What it is written in when neither in English nor in Chinese. */
  other: OtherLanguage | null;
  treatment: Treatment;
  punctuated: boolean;
  segments: Segment[];
  sentences: Sentence[];
  termCount: number;
  vocabulary: Vocabulary;
};

/** Numbers the word forms, so that counting is array work. */
export class Vocabulary {
  readonly #ids = new Map<string, number>();

  id(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }

  /** The number of a form that has one. */
  known(key: string): number | undefined {
    return this.#ids.get(key);
  }

  get size(): number {
    return this.#ids.size;
  }
}

type Piece = { position: number; id: number; start: number; end: number };
type Block = { text: string; pieces: Piece[] };

/** A pause that ends a sentence whatever the punctuation says. */
const longPauseMs = 2500;
const shortPauseMs = 700;
const mostEndsLookedAt = 400;
const mostCutWords = 0.08;
/** Unpunctuated cues are joined up to this many characters, then cut into clauses. */
const unpunctuatedRun = 50_000;
const noDoubts: Doubts = { before: 0, after: 0 };

export function readDocument(input: {
  segments: Segment[];
  timed: boolean;
  language: Language;
  treatment: Treatment;
}): SourceDocument {
  const vocabulary = new Vocabulary();
  const sentences: Sentence[] = [];
  const punctuated = isPunctuated(input.segments);
  const other = input.language === 'zh' ? null : otherLanguageOf(sampleText(input.segments));
  let group = 0;
  for (const block of input.timed ? timedBlocks(input.segments, punctuated, input.language) : lineBlocks(input.segments)) {
    let nextPiece = 0;
    let inBlock = -1;
    for (const span of punctuated
      ? sentenceSpans(block.text, input.language, other?.name)
      : clauseSpans(block.text, input.language)) {
      while (nextPiece < block.pieces.length - 1 && (block.pieces[nextPiece]?.end ?? 0) <= span.start) nextPiece += 1;
      const touched: Piece[] = [];
      for (let index = nextPiece; index < block.pieces.length; index += 1) {
        const piece = block.pieces[index];
        if (!piece || piece.start >= span.end) break;
        touched.push(piece);
      }
      if (span.sentence !== inBlock) group += 1;
      inBlock = span.sentence;
      const raw = block.text.slice(span.start, span.end).replace(/\s+/g, ' ');
      const sentence = makeSentence(
        {
          raw,
          group,
          ragged: span.ragged === true,
          doubts: span.doubts ?? noDoubts,
          touched,
          language: input.language,
          stopWords: other?.stopWords,
          punctuated,
          spoken: input.treatment === 'speech',
        },
        vocabulary,
      );
      if (sentence) sentences.push(sentence);
    }
  }
  if (punctuated && input.treatment === 'speech') markBrokenOff(sentences);
  return {
    language: input.language,
    other,
    treatment: input.treatment,
    punctuated,
    segments: input.segments,
    sentences,
    termCount: vocabulary.size,
    vocabulary,
  };
}

function markBrokenOff(sentences: Sentence[]): void {
  let end = sentences.length;
  while (end > 0) {
    const last = sentences[end - 1];
    let start = end;
    while (start > 0 && sentences[start - 1]?.group === last?.group) start -= 1;
    for (const sentence of sentences.slice(start, end)) sentence.ragged = last?.whole === false;
    end = start;
  }
}

type RawSentence = {
  raw: string;
  group: number;
  ragged: boolean;
  doubts: Doubts;
  touched: Piece[];
  language: Language;
  stopWords: ReadonlySet<string> | undefined;
  punctuated: boolean;
  spoken: boolean;
};

function makeSentence(
  { raw, group, ragged, doubts, touched, language, stopWords, punctuated, spoken }: RawSentence,
  vocabulary: Vocabulary,
): Sentence | null {
  const first = touched[0];
  const last = touched.at(-1);
  if (!first || !last) return null;
  const text = trimFillers(spoken ? dropStutters(raw, language) || raw : raw, language, spoken);
  const found = words(text, language, stopWords);
  return {
    text,
    raw,
    group,
    ragged,
    doubts,
    segmentIds: touched.map((piece) => piece.id),
    first: first.position,
    last: last.position,
    words: found,
    terms: found.filter((word) => !word.isStop).map((word) => vocabulary.id(word.key)),
    whole: !punctuated || endsSentence(raw),
    question: /[?？]["”’'」』）)\s]*$/u.test(text),
  };
}

export function wordsIn({ language, other }: Pick<SourceDocument, 'language' | 'other'>, text: string): Word[] {
  return words(text, language, other?.stopWords);
}

/** Enough of the text to tell its language. */
export function sampleText(segments: readonly Segment[]): string {
  let text = '';
  for (const segment of segments) {
    text += `${segment.text}\n`;
    if (text.length > 40_000) break;
  }
  return text;
}

/** Subtitles and recognised speech have sentence marks nearly everywhere or nearly nowhere. */
function isPunctuated(segments: readonly Segment[]): boolean {
  let characters = 0;
  let marks = 0;
  for (const segment of segments) {
    characters += segment.text.length;
    marks += segment.text.match(/[.!?。！？](?=[\s”"’'」』）)]|$)/gu)?.length ?? 0;
  }
  return marks * 400 >= characters;
}

function lineBlocks(segments: readonly Segment[]): Block[] {
  return segments.map((segment, position) => ({
    text: segment.text,
    pieces: [{ position, id: segment.id, start: 0, end: segment.text.length }],
  }));
}

/** Words that are capitalised only at the start of a sentence. */
const opener =
  /^(?:and|are|as|because|but|can|could|did|do|does|for|he|how|if|in|is|it|let|my|no|now|our|please|she|so|thanks?|that|the|then|there|these|they|this|those|to|we|well|what|when|where|why|will|with|would|yes|you|your)\b/iu;

/** Whether most cues end with a sentence: a cue that ends otherwise was then broken off. */
function areCutBySentence(segments: readonly Segment[]): boolean {
  const finished = segments.filter((segment) => endsSentence(segment.text)).length;
  return finished * 3 >= segments.length * 2;
}

/** Whether cues have a fixed width: words often run on into the next cue, so that its end says nothing. */
function cutsWords(segments: readonly Segment[]): boolean {
  let cut = 0;
  const ends = Math.min(segments.length - 1, mostEndsLookedAt);
  for (let position = 0; position < ends; position += 1) {
    const before = segments[position]?.text.trim().slice(-6) ?? '';
    const after = segments[position + 1]?.text.trim().slice(0, 6) ?? '';
    if (words(before + after, 'zh').some(({ start, end }) => start < before.length && end > before.length)) cut += 1;
  }
  return ends > 0 && cut / ends > mostCutWords;
}

function timedBlocks(segments: readonly Segment[], punctuated: boolean, language: Language): Block[] {
  const blocks: Block[] = [];
  const glue = language === 'zh' && (punctuated || cutsWords(segments)) ? '' : ' ';
  const bySentence = punctuated && language === 'en' && areCutBySentence(segments);
  let current: Block = { text: '', pieces: [] };
  const close = (): void => {
    if (current.pieces.length > 0) blocks.push(current);
    current = { text: '', pieces: [] };
  };
  segments.forEach((segment, position) => {
    const text = segment.text.replace(/\s+/g, ' ').trim();
    if (text === '') return;
    const before = segments[position - 1];
    if (before && current.pieces.length > 0) {
      const pause = (segment.startMs ?? 0) - (before.endMs ?? before.startMs ?? 0);
      const breathEnds = !punctuated && (pause >= shortPauseMs || current.text.length + text.length > unpunctuatedRun);
      const interrupted = bySentence && /^\p{Lu}/u.test(text) && opener.test(text);
      if (before.speaker !== segment.speaker || pause >= longPauseMs || breathEnds || interrupted) close();
    }
    if (current.pieces.length > 0) current.text += glue === '' && needsSpaceBetween(current.text, text) ? ' ' : glue;
    const start = current.text.length;
    current.text += text;
    current.pieces.push({ position, id: segment.id, start, end: current.text.length });
    if (punctuated && endsSentence(text)) close();
  });
  close();
  return blocks;
}

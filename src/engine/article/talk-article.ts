/** Joins lines to sentences and paragraphs under chapters. Drops hesitations, adds missing punctuation, rewrites nothing. */
import type { Language, Segment } from '../domain.ts';
import { clauseSpans } from '../text/clauses.ts';
import { dropHesitations } from '../text/hesitations.ts';
import { detectLanguage } from '../text/language.ts';
import { otherLanguageOf } from '../text/other-stop-words.ts';
import { needsSpaceBetween } from '../text/paragraphs.ts';
import { sentenceSpans } from '../text/sentences.ts';

export type TalkParagraph = {
  startMs: number;
  endMs: number;
  speaker: string | null;
  text: string;
  first: number;
  last: number;
};

/** `title` is null before the first chapter, and in a talk without chapters. */
export type TalkChapter = { title: string | null; startMs: number; paragraphs: TalkParagraph[] };

export type TalkOptions = { chapters: readonly { title: string; startMs: number }[]; language: Language | null };

type Sentence = { text: string; startMs: number; endMs: number; speaker: string | null; first: number; last: number };

type Turn = { text: string; speaker: string | null; pieces: { at: number; segment: Segment }[] };

const sizes = { zh: { least: 110, best: 220, most: 380 }, en: { least: 280, best: 560, most: 950 } } as const;

const breathMs = 700;
const restMs = 1500;

/** Speech shorter than this before the first chapter belongs to it. */
const prefaceMs = 8000;
/** A sentence may begin a little before its chapter. */
const slackMs = 500;

export function talkArticleOf({ segments, ...options }: TalkOptions & { segments: readonly Segment[] }): TalkChapter[] {
  return talkArticle(segments, options);
}

/** In order of time; each chapter has at least one paragraph. Segments without time or text are skipped. */
export function talkArticle(segments: readonly Segment[], { chapters, language }: TalkOptions): TalkChapter[] {
  const spoken = segments.filter(({ startMs, text }) => startMs !== null && /[\p{L}\p{N}]/u.test(text));
  const sample = sampleOf(spoken);
  const known = languageOf(sample, language);
  const other = known === 'zh' ? null : (otherLanguageOf(sample)?.name ?? null);
  const marks = chapters.toSorted((a, b) => a.startMs - b.startMs);
  const made: TalkChapter[] = [];
  let open: Sentence[] = [];
  let at = -1;
  const close = (): void => {
    const [first] = open;
    if (!first) return;
    const mark = marks[at];
    made.push({ title: mark?.title ?? null, startMs: mark?.startMs ?? first.startMs, paragraphs: paragraphsOf(open, known) });
    open = [];
  };
  for (const sentence of sentencesOf(turnsOf(spoken), known, other)) {
    let next = at;
    while (next + 1 < marks.length && (marks[next + 1]?.startMs ?? 0) <= sentence.startMs + (next === -1 ? prefaceMs : slackMs))
      next += 1;
    if (next !== at) close();
    at = next;
    open.push(sentence);
  }
  close();
  return made;
}

function sampleOf(segments: readonly Segment[]): string {
  let sample = '';
  for (const { text } of segments) {
    sample += `${text}\n`;
    if (sample.length > 20_000) break;
  }
  return sample;
}

function languageOf(sample: string, given: Language | null): Language {
  return given === 'zh' && /\p{Script=Han}/u.test(sample) ? 'zh' : detectLanguage(sample);
}

function turnsOf(segments: readonly Segment[]): Turn[] {
  const turns: Turn[] = [];
  let turn: Turn | null = null;
  for (const segment of segments) {
    const speaker = segment.speaker ?? null;
    const text = segment.text.replace(/\s+/gu, ' ').trim();
    if (turn === null || turn.speaker !== speaker || turn.text.length > 20_000) {
      turn = { text: '', speaker, pieces: [] };
      turns.push(turn);
    }
    if (needsSpaceBetween(turn.text, text)) turn.text += ' ';
    turn.pieces.push({ at: turn.text.length, segment });
    turn.text += text;
  }
  return turns;
}

function sentencesOf(turns: readonly Turn[], language: Language, other: string | null): Sentence[] {
  const punctuated = isPunctuated(turns);
  const sentences: Sentence[] = [];
  for (const turn of turns) {
    let piece = 0;
    for (const { start, end } of punctuated ? wholeSentences(turn.text, language, other) : clausesOf(turn, language)) {
      while ((turn.pieces[piece + 1]?.at ?? Number.POSITIVE_INFINITY) <= start) piece += 1;
      let last = piece;
      while ((turn.pieces[last + 1]?.at ?? Number.POSITIVE_INFINITY) < end) last += 1;
      const from = turn.pieces[piece]?.segment;
      const to = turn.pieces[last]?.segment;
      const text = dropHesitations(turn.text.slice(start, end), language);
      if (!from || !to || text === '') continue;
      const startMs = from.startMs ?? 0;
      sentences.push({
        text,
        speaker: turn.speaker,
        startMs,
        endMs: Math.max(startMs, to.endMs ?? to.startMs ?? 0),
        first: from.id,
        last: to.id,
      });
    }
  }
  return punctuated ? sentences : withMarks(sentences, language);
}

function wholeSentences(text: string, language: Language, other: string | null): { start: number; end: number }[] {
  const whole: { start: number; end: number; sentence: number }[] = [];
  for (const span of sentenceSpans(text, language, other)) {
    const before = whole.at(-1);
    if (before?.sentence === span.sentence) before.end = span.end;
    else whole.push({ start: span.start, end: span.end, sentence: span.sentence });
  }
  return whole;
}

/** Speech without punctuation is cut at pauses, then at words that begin a clause. */
function clausesOf(turn: Turn, language: Language): { start: number; end: number }[] {
  const clauses: { start: number; end: number }[] = [];
  let start = 0;
  for (let index = 1; index <= turn.pieces.length; index += 1) {
    const piece = turn.pieces[index];
    const before = turn.pieces[index - 1]?.segment;
    const pause = (piece?.segment.startMs ?? 0) - (before?.endMs ?? before?.startMs ?? 0);
    if (piece && pause < breathMs) continue;
    const end = piece?.at ?? turn.text.length;
    for (const span of clauseSpans(turn.text.slice(start, end), language))
      clauses.push({ start: start + span.start, end: start + span.end });
    start = end;
  }
  return clauses;
}

function withMarks(sentences: readonly Sentence[], language: Language): Sentence[] {
  let since = 0;
  return sentences.map((sentence, index) => {
    const next = sentences[index + 1];
    const begins = since === 0;
    since += 1;
    const ends =
      language === 'en' || next?.speaker !== sentence.speaker || next.startMs - sentence.endMs >= breathMs || since >= 3;
    if (ends) since = 0;
    const mark = /[.!?…。！？，,；;：:]$/u.test(sentence.text) ? '' : language === 'zh' ? (ends ? '。' : '，') : '.';
    const text = language === 'en' && begins ? sentence.text.charAt(0).toUpperCase() + sentence.text.slice(1) : sentence.text;
    return { ...sentence, text: text + mark };
  });
}

function isPunctuated(turns: readonly Turn[]): boolean {
  let characters = 0;
  let marks = 0;
  for (const { text } of turns) {
    characters += text.length;
    marks += text.match(/[.!?。！？](?=[\s”"’'」』）)]|\p{Script=Han}|$)/gu)?.length ?? 0;
  }
  return marks * 400 >= characters;
}

function paragraphsOf(sentences: readonly Sentence[], language: Language): TalkParagraph[] {
  const { least, best, most } = sizes[language];
  const paragraphs: TalkParagraph[] = [];
  for (const sentence of sentences) {
    const open = paragraphs.at(-1);
    if (!open || open.speaker !== sentence.speaker) {
      paragraphs.push({ ...sentence });
      continue;
    }
    const pause = sentence.startMs - open.endMs;
    const length = open.text.length;
    const rested = length >= least && pause >= restMs;
    const turned = length >= best && (pause >= breathMs || opensThought(sentence.text));
    if (rested || turned || length + sentence.text.length > most) {
      paragraphs.push({ ...sentence });
      continue;
    }
    open.text += (needsSpaceBetween(open.text, sentence.text) ? ' ' : '') + sentence.text;
    open.endMs = Math.max(open.endMs, sentence.endMs);
    open.last = Math.max(open.last, sentence.last);
  }
  return paragraphs;
}

const thoughtOpenings =
  /^(?:那么|所以|但是|不过|另外|首先|其次|最后|接下来|总之|比如|例如|其实|第[一二三四五六七八九十])|^(?:so|now|but|however|finally|another|for example|let['’]s|next|the (?:first|second|third|next|last)|in (?:other words|conclusion|fact))\b/iu;

function opensThought(text: string): boolean {
  return thoughtOpenings.test(text);
}

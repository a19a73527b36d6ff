import type { Language, Section, SourceChapter } from '../../../domain.ts';
import type { ScoredDocument } from '../sentences/score.ts';
import type { WordRoles } from '../word-roles.ts';
import { isAboutTalk } from '../wording/about-talk.ts';
import { dropOpeners } from '../wording/openers.ts';
import { findChapters } from './chapters.ts';
import { openingTitle, type TitleMaker, titleMaker } from './titles.ts';

export type Range = { start: number; end: number };

/** `segments` and `sentences` are ranges of positions. */
export type OutlinedChapter = { title: string; startMs: number | null; segments: Range; sentences: Range };

/** Chapters that cover every segment; titles made here are all different. */
export function outlineChapters(
  scored: ScoredDocument,
  roles: WordRoles,
  input: {
    timed: boolean;
    sourceChapters: readonly SourceChapter[];
    sections?: readonly Section[];
    noteLanguage: Language;
  },
): OutlinedChapter[] {
  const { segments, sentences, language, treatment } = scored.document;
  const foreignPositions = new Set(sentences.filter((_, index) => scored.foreign[index]).map((sentence) => sentence.first));
  const ranges = findChapters({
    segments,
    timed: input.timed,
    language,
    treatment,
    sourceChapters: input.sourceChapters,
    sections: input.timed ? [] : (input.sections ?? []),
    isForeign: (position) => foreignPositions.has(position),
  });
  const nameOf = titleMaker(scored.document, scored.foreign, roles);
  const taken = new Set<string>();
  let next = 0;
  return ranges.map((range, index) => {
    const start = next;
    while (next < sentences.length && (sentences[next]?.first ?? 0) < range.end) next += 1;
    const own = { start, end: next };
    // Creators' titles and headings are kept, even when two are equal.
    const numbered = input.noteLanguage === 'zh' ? `第 ${index + 1} 部分` : `Part ${index + 1}`;
    const title = range.title ?? (ownTitle(scored, nameOf, own, taken) || numbered);
    taken.add(title.toLowerCase());
    return { title, startMs: range.startMs, segments: { start: range.start, end: range.end }, sentences: own };
  });
}

function ownTitle(scored: ScoredDocument, nameOf: TitleMaker, range: Range, taken: ReadonlySet<string>): string {
  const named = nameOf(range, taken);
  if (named !== '') return named;
  const { sentences, language, treatment } = scored.document;
  const textOf = (index: number) => sentences[index]?.text ?? '';
  // `My name is …` names no chapter.
  const isOfSubject = (index: number) => treatment === 'article' || !isAboutTalk(textOf(index), language);
  for (const index of usableSentences(scored, range).filter(isOfSubject).slice(0, 3)) {
    const opening = openingTitle(treatment === 'speech' ? dropOpeners(textOf(index), language) : textOf(index), language);
    if (opening !== '' && !taken.has(opening.toLowerCase())) return opening;
  }
  return '';
}

/** Prefers whole sentences to other lines; returns all of the text when none is good enough. */
export function usableSentences(scored: ScoredDocument, range: Range): number[] {
  const { sentences } = scored.document;
  const all = Array.from({ length: range.end - range.start }, (_, offset) => range.start + offset);
  const eligible = all.filter((index) => scored.eligible[index]);
  const speech = scored.document.treatment === 'speech';
  const whole = eligible.filter((index) => (speech ? sentences[index]?.ragged === false : sentences[index]?.whole));
  if (whole.length > 0) return whole;
  if (eligible.length > 0) return eligible;
  const own = all.filter((index) => !scored.foreign[index] && (sentences[index]?.text ?? '') !== '');
  const withWords = own.filter((index) => (sentences[index]?.terms.length ?? 0) > 0);
  return withWords.length > 0 ? withWords : own;
}

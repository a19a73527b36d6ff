/** Needs no model: chooses sentences of the source, finds chapters by changes of vocabulary, and names them by key phrases. */
import type { Chapter, Detail, Language, Outline, Section, Segment, SourceChapter } from '../../domain.ts';
import { outlineChapters } from './chapters/outline-chapters.ts';
import { LineChooser, repeatsPoints, toPoint } from './choose-points.ts';
import { chooseTags } from './choose-tags.ts';
import type { Treatment } from './document.ts';
import { findQuestions, withQuestions } from './interview.ts';
import { makeNoteTitle } from './note-title.ts';
import { findPhrases, mainPhrases } from './phrases.ts';
import { prepare } from './prepare.ts';
import { findWordRoles } from './word-roles.ts';
import { findOpening } from './wording/opening.ts';

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

export function summariseExtractive(input: ExtractiveInput): Outline {
  const scored = prepare(input);
  const { document } = scored;
  const roles = findWordRoles(document, scored.foreign);
  const phrases = findPhrases(document, scored.foreign, roles);
  const outlined = outlineChapters(scored, roles, input);
  input.signal?.throwIfAborted();
  const questions = findQuestions(document);
  const chooser = new LineChooser(scored, phrases, input.title);
  const opening = findOpening(document);
  const overview = repeatsPoints(outlined.length) ? [] : chooser.overviewOfWhole(opening);
  const written = outlined.map((chapter) => {
    input.signal?.throwIfAborted();
    return { chapter, lines: chooser.points(chapter, input.detail ?? 'standard', overview, overview.length === 0) };
  });
  // A text of one sentence would have it as its overview and again as its only point.
  const points = new Set(written.flatMap(({ lines }) => lines.map(({ index }) => index)));
  const abstract =
    overview.length > 0 ? overview.filter(({ index }) => !points.has(index)) : chooser.overviewOf(written, opening);
  const chapters = written.map(
    ({ chapter, lines }): Chapter => ({
      title: chapter.title,
      startMs: chapter.startMs,
      segmentIds: document.segments.slice(chapter.segments.start, chapter.segments.end).map((segment) => segment.id),
      points: withQuestions(lines, questions, chapter.sentences.start, document),
    }),
  );
  const ownTitle =
    input.title === null
      ? makeNoteTitle(
          opening,
          outlined.map(({ title }) => title),
          mainPhrases(phrases, document.sentences.length, null),
          document.language,
        )
      : null;
  return {
    method: 'extractive',
    model: null,
    language: input.noteLanguage,
    ...(ownTitle === null ? {} : { title: ownTitle }),
    abstract: abstract.map(toPoint),
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

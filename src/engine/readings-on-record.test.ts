/**
 * How whole sources in `tests/golden/readings` are read without a model: each sentence with its score and the statement made of
 * it, phrases, chapters, questions, notes, articles and passages. `vitest run --project unit src/engine/readings-on-record.test.ts
 * -u` writes new records, to be read.
 *
 * In an input file, `name: value` lines come first, then a blank line, then the segments, one a line: `+2.5 @Ann Her words.` is
 * said by Ann, and by her are the lines after it, after a pause of 2.5 seconds. A line takes its time to speak, times `pace`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { talkArticle } from './article/talk-article.ts';
import type { Language, Outline, Section, Segment, SourceChapter } from './domain.ts';
import { buildPassages } from './retrieve/passages.ts';
import { measureCoverage } from './summarise/coverage.ts';
import { outlineChapters } from './summarise/extractive/chapters/outline-chapters.ts';
import type { Treatment } from './summarise/extractive/document.ts';
import { findQuestions } from './summarise/extractive/interview.ts';
import { findPhrases, mainPhrases } from './summarise/extractive/phrases.ts';
import { prepare } from './summarise/extractive/prepare.ts';
import { topicDensity } from './summarise/extractive/sentences/rank.ts';
import type { ScoredDocument } from './summarise/extractive/sentences/score.ts';
import { bestSentences } from './summarise/extractive/sentences/sentences-within-limit.ts';
import { type ExtractiveInput, summariseExtractive } from './summarise/extractive/summarise.ts';
import { findWordRoles, type WordRoles } from './summarise/extractive/word-roles.ts';
import { findOpening } from './summarise/extractive/wording/opening.ts';
import { makeStatement, plainStatement, type Statement } from './summarise/extractive/wording/statement.ts';
import { renderNote } from './summarise/render-note.ts';

const folder = fileURLToPath(new URL('../../tests/golden/readings', import.meta.url));
const charactersPerSecond = { zh: 4.5, en: 14 };
const show = (value: number) => String(Math.round(value * 1000) / 1000);

function readInput(file: string): ExtractiveInput {
  const [head = '', body = ''] = file.trimEnd().split(/\n\n/);
  const facts = head.split('\n').map((line) => line.split(/: (.*)/));
  const fact = (name: string) => facts.find(([key]) => key === name)?.[1];
  const all = (name: string) => facts.filter(([key]) => key === name).map(([, value = '']) => value.split(/ (.*)/));
  const language = fact('language') as Language | undefined;
  const timed = fact('timed') === 'yes';
  const perSecond = charactersPerSecond[language ?? 'en'] / Number(fact('pace') ?? 1);
  let seconds = 0;
  let speaker: string | undefined;
  const segments = body.split('\n').map((line, id): Segment => {
    const [, pause, who, text = ''] = /^(?:\+([\d.]+) )?(?:@(\S+) )?(.*)$/.exec(line) ?? [];
    speaker = who?.replaceAll('_', ' ') ?? speaker;
    const startMs = Math.round((seconds + Number(pause ?? 0)) * 1000);
    seconds = startMs / 1000 + text.length / perSecond;
    const endMs = Math.round(seconds * 1000);
    return { id, ...(timed ? { startMs, endMs } : { startMs: null, endMs: null }), text, ...(speaker ? { speaker } : {}) };
  });
  const treatment = fact('treatment') as Treatment | undefined;
  return {
    segments,
    timed,
    title: fact('title') ?? null,
    language: language ?? null,
    noteLanguage: language ?? 'en',
    sourceChapters: all('chapter').map(([at, title = '']): SourceChapter => ({ startMs: Number(at) * 1000, title })),
    sections: all('section').map(([at, title = '']): Section => ({ segmentId: Number(at), title })),
    ...(treatment ? { treatment } : {}),
  };
}

function statementText({ text, segmentIds, shortened, doubt }: Statement): string {
  return `${text} [${segmentIds.join(' ')}]${shortened ? ' shortened' : ''}${doubt ? ` doubt ${show(doubt)}` : ''}`;
}

function sentencesOf(scored: ScoredDocument): string[] {
  const { document, eligible, foreign, scores } = scored;
  const density = topicDensity(document, foreign);
  return document.sentences.map((sentence, index) => {
    const { first, last, group, whole, question, ragged, doubts, segmentIds, text, raw } = sentence;
    const about = {
      'not whole': !whole,
      question,
      ragged,
      foreign: foreign[index],
      'not eligible': !eligible[index],
      [`doubts ${show(doubts.before)} ${show(doubts.after)}`]: doubts.before + doubts.after > 0,
    };
    const flags = Object.entries(about).flatMap(([name, is]) => (is ? [name] : []));
    const place = `${first}–${last} [${segmentIds.join(' ')}] of ${group}`;
    const statement = makeStatement(document, index);
    const plain = plainStatement(document, index);
    return [
      `${index}. ${text}`,
      ...(raw === text ? [] : [`raw: ${raw}`]),
      [place, `score ${show(scores[index] ?? 0)}`, `density ${show(density[index] ?? 0)}`, ...flags].join(', '),
      `says ${statement ? statementText(statement) : 'nothing alone'}`,
      ...(plain.text === text ? [] : [`plainly ${statementText(plain)}`]),
    ].join('\n    ');
  });
}

function phrasesOf(scored: ScoredDocument, roles: WordRoles, title: string | null): string[] {
  const phrases = mainPhrases(findPhrases(scored.document, scored.foreign, roles), scored.document.sentences.length, title);
  return phrases.map(({ text, at, words, quality }) => `${text}: ${words}, quality ${show(quality)}, in ${at.join(' ')}`);
}

function rolesOf({ document, foreign }: ScoredDocument, roles: WordRoles): string {
  const keys = new Set(document.sentences.flatMap(({ words }, index) => (foreign[index] ? [] : words.map(({ key }) => key))));
  return [...keys].flatMap((key) => (roles(key) === 1 ? [] : [`${key} ${show(roles(key))}`])).join(', ');
}

const range = ({ start, end }: { start: number; end: number }) => `${start}–${end - 1}`;

function chaptersOf(scored: ScoredDocument, roles: WordRoles, input: ExtractiveInput): string[] {
  return outlineChapters(scored, roles, input).map(
    ({ title, startMs, segments, sentences }) => `${title}: ${startMs}, lines ${range(segments)}, sentences ${range(sentences)}`,
  );
}

function coverageOf(outline: Outline, { segments }: ExtractiveInput): string {
  const { share, slices } = measureCoverage(outline, segments, null);
  return `${show(share)} ${slices.map((value) => (value === 0.5 ? '-' : value === 0 ? '.' : '#')).join('')}`;
}

/** The brief one is that of a source without a title. */
function notesOf(input: ExtractiveInput): string[] {
  return (['brief', 'standard', 'detailed'] as const).map((detail) => {
    const outline = summariseExtractive({ ...input, detail, ...(detail === 'brief' ? { title: null } : {}) });
    return `==== ${detail}\n${renderNote(outline, input.segments)}coverage ${coverageOf(outline, input)}`;
  });
}

function articleOf({ segments, sourceChapters }: ExtractiveInput): string[] {
  return talkArticle(segments, { chapters: sourceChapters, language: null }).map(({ title, startMs, paragraphs }) =>
    [
      `${title}, ${startMs}`,
      ...paragraphs.map(
        (one) => `${one.startMs}–${one.endMs} ${one.first}–${one.last} ${one.speaker ? `${one.speaker}: ` : ''}${one.text}`,
      ),
    ].join('\n    '),
  );
}

function limitedTo(most: number, input: ExtractiveInput): string[] {
  return bestSentences(input, most).map(({ text, segmentIds }) => `${text} [${segmentIds.join(' ')}]`);
}

const files = readdirSync(folder).filter((name) => !name.includes('.record.'));

test.each(files)('SUM-14 reads %s as on record', async (name) => {
  const input = readInput(readFileSync(`${folder}/${name}`, 'utf8'));
  const scored = prepare(input);
  const { document } = scored;
  const roles = findWordRoles(document, scored.foreign);
  const passages = buildPassages(input.segments).map(({ first, last, terms }) => `${first}–${last}: ${terms.length} terms`);
  const opening = findOpening(document).map(({ index, statement }) => `${index}: ${statementText(statement)}`);
  const record = {
    reading: `${document.language} ${document.treatment}${document.punctuated ? '' : ' unmarked'}, ${document.termCount} terms`,
    sentences: sentencesOf(scored),
    phrases: phrasesOf(scored, roles, input.title),
    roles: rolesOf(scored, roles),
    chapters: chaptersOf(scored, roles, input),
    questions: findQuestions(document).join(' '),
    opening,
    notes: notesOf(input),
    'within 90 characters': limitedTo(90, input),
    'within 400 characters': limitedTo(400, input),
    article: articleOf(input),
    passages,
  };
  const shown = Object.entries(record).map(
    ([part, said]) => `## ${part}\n${typeof said === 'string' ? said : said.join('\n')}\n`,
  );
  await expect(shown.join('\n')).toMatchFileSnapshot(`${folder}/${name.replace('.txt', '.record.txt')}`);
});

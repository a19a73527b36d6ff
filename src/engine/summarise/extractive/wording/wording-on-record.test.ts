/**
 * What the readings of wording make of the lines in `tests/golden/wording`: each section names what is read, and its lines hold
 * the alternatives of the patterns and others just beside them. `vitest run --project unit
 * src/engine/summarise/extractive/wording/wording-on-record.test.ts -u` writes a new record, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Language, Segment } from '../../../domain.ts';
import { words } from '../../../text/words.ts';
import { closesTopic, opensTopic } from '../chapters/topic-cues.ts';
import { readDocument } from '../document.ts';
import { findQuestions, withQuestions } from '../interview.ts';
import { makeNoteTitle } from '../note-title.ts';
import { looseness } from '../sentences/fluency.ts';
import { isCourtesyOrPromotion, isRequest, speaksToProgram } from '../sentences/unwanted.ts';
import { isAboutTalk } from './about-talk.ts';
import { endsOpen, isSubordinate, pointsAtBefore, startsWeakly, waitsForMore } from './edges.ts';
import { leaningCost } from './leaning.ts';
import { withCommas } from './marks.ts';
import { mendSpeech } from './mend.ts';
import { dropOpeners } from './openers.ts';
import { findOpening } from './opening.ts';
import { hasPredicate } from './predicate.ts';
import { stumbles } from './stumbles.ts';
import { pointersIn, worthOf } from './worth.ts';

type Reading = (line: string, language: Language) => string;

const show = (value: number) => String(Math.round(value * 1000) / 1000);
const mark = (is: boolean) => (is ? 'yes' : 'no');
const marks =
  (...tests: ((line: string, language: Language) => boolean)[]): Reading =>
  (line, language) =>
    tests.map((is) => mark(is(line, language))).join(', ');

function talkOf(lines: readonly string[], language: Language) {
  const segments = lines.map((text, id): Segment => ({ id, startMs: id * 5000, endMs: id * 5000 + 4900, text }));
  return readDocument({ segments, timed: true, language, treatment: 'speech' });
}

const fillers: Record<Language, string> = { en: 'The rye of the valley was sold.', zh: '谷仓的粮食卖给了城里的商人。' };

const readings: Record<string, Reading> = {
  stumbles: marks(stumbles),
  'starts weakly, points back, needs another': marks(startsWeakly, pointsAtBefore, isSubordinate),
  'ends open, waits for more': marks(endsOpen, waitsForMore),
  mended: mendSpeech,
  openers: dropOpeners,
  predicate: marks(
    (line, language) => hasPredicate(line, language, true),
    (line, language) => hasPredicate(line, language, false),
  ),
  'about the talk': marks(isAboutTalk),
  'worth and leaning': (line, language) =>
    `${show(worthOf(line, language))} ${show(worthOf(line, language, false))} ${show(leaningCost(line, language))} ${pointersIn(line, language)}`,
  courtesy: marks(isCourtesyOrPromotion),
  'addresses a program': marks(speaksToProgram),
  requests: marks(isRequest),
  'opens and closes a topic': marks(opensTopic, closesTopic),
  'title of an opening': (line, language) =>
    makeNoteTitle([{ index: 0, statement: { text: line, segmentIds: [0], shortened: false } }], [], [], language) ?? 'none',
  opening: (line, language) =>
    findOpening(talkOf([line, ...Array.from({ length: 9 }, () => fillers[language])], language))
      .map(({ statement }) => `${statement.text}${statement.shortened ? ' (shortened)' : ''}`)
      .join(' | ') || 'none',
  'questions to somebody': (line, language) => {
    const document = talkOf(Array.from({ length: 4 }, () => [line, fillers[language]]).flat(), language);
    const questions = findQuestions(document);
    const said = { index: (questions[0] ?? 0) + 1, statement: { text: 'Said', segmentIds: [1], shortened: false } };
    const [point] = withQuestions([said], questions, 0, document);
    return `${questions.length}: ${point?.text}${point?.shortened ? ' (shortened)' : ''}`;
  },
  'loose words': (line, language) => show(looseness(words(line, language), language)),
  commas: withCommas,
};

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../../tests/golden/wording/${name}`, import.meta.url));

test.each<Language>(['en', 'zh'])('SUM-14 reads the wording of %s as on record', async (language) => {
  const sections = readFileSync(fileOf(`${language}.txt`), 'utf8')
    .split(/^## /m)
    .slice(1);
  const record = sections.map((section) => {
    const [name = '', ...lines] = section.replace(/\n$/, '').split('\n');
    const read = readings[name];
    if (!read) throw new Error(`no reading is named ${name}`);
    return `## ${name}\n${lines.map((line) => `${line} ⇒ ${read(line, language)}\n`).join('')}`;
  });
  await expect(record.join('\n')).toMatchFileSnapshot(fileOf(`${language}.record.txt`));
});

/**
 * What every reading of a single line makes of the lines in `tests/golden/lines`: they hold the constructs that the patterns name,
 * and others just beside them. `vitest run --project unit src/engine/golden-lines.test.ts -u` writes a new record, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Language } from './domain.ts';
import { namesIn } from './llm/names.ts';
import { announcesTopic } from './summarise/extractive/chapters/announced.ts';
import { isLightHead, isLightStart } from './summarise/extractive/chapters/light-words.ts';
import { openingTitle } from './summarise/extractive/chapters/titles.ts';
import { closesTopic, opensTopic } from './summarise/extractive/chapters/topic-cues.ts';
import { isAboutTalk } from './summarise/extractive/wording/about-talk.ts';
import { endsOpen, isSubordinate, pointsAtBefore, startsWeakly, waitsForMore } from './summarise/extractive/wording/edges.ts';
import { leaningCost } from './summarise/extractive/wording/leaning.ts';
import { withCommas } from './summarise/extractive/wording/marks.ts';
import { mendSpeech } from './summarise/extractive/wording/mend.ts';
import { dropOpeners } from './summarise/extractive/wording/openers.ts';
import { hasPredicate } from './summarise/extractive/wording/predicate.ts';
import { splitClauses } from './summarise/extractive/wording/split-clauses.ts';
import { bestStretch } from './summarise/extractive/wording/stretch.ts';
import { stumbles } from './summarise/extractive/wording/stumbles.ts';
import { pointersIn, worthOf } from './summarise/extractive/wording/worth.ts';
import { asksWithin, clauseGaps, clauseSpans } from './text/clauses.ts';
import { dropStutters, trimFillers } from './text/fillers.ts';
import { dropHesitations } from './text/hesitations.ts';
import { detectLanguage } from './text/language.ts';
import { numbersIn } from './text/numbers/numbers.ts';
import { endsSentence, type Span, sentenceSpans } from './text/sentences.ts';
import { words } from './text/words.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../tests/golden/lines/${name}`, import.meta.url));
const show = (value: number) => String(Math.round(value * 1000) / 1000);

function cutAt(text: string, spans: readonly Pick<Span, 'start' | 'end'>[]): string {
  return spans.map(({ start, end }) => text.slice(start, end)).join('|');
}

/** What a function made of the line, if it changed it. */
function changed(line: string, changes: Record<string, string>): string[] {
  return Object.entries(changes).flatMap(([name, text]) => (text === line ? [] : [`${name}: ${text}`]));
}

function rewritten(line: string, language: Language): string[] {
  const speech = { goesOnBefore: false, goesOnAfter: false, doubts: { before: 0, after: 0 }, before: '', wanted: '' };
  const stretch = (treatment: 'speech' | 'article', punctuated: boolean) =>
    bestStretch({ text: line, language, treatment, punctuated, ...speech })?.text ?? 'none';
  return changed(line, {
    hesitations: dropHesitations(line, language),
    stutters: dropStutters(line, language),
    'fillers, spoken': trimFillers(line, language),
    'fillers, written': trimFillers(line, language, false),
    openers: dropOpeners(line, language),
    mended: mendSpeech(line, language),
    commas: withCommas(line, language),
    sentences: cutAt(line, sentenceSpans(line, language)),
    'speech cut': cutAt(line, clauseSpans(line, language)),
    clauses: cutAt(line, splitClauses(line, language)),
    'clauses, unmarked': cutAt(line, splitClauses(line, language, false)),
    'stretch of speech': stretch('speech', true),
    'stretch, unmarked': stretch('speech', false),
    'stretch of an article': stretch('article', true),
    title: openingTitle(line, language),
  });
}

function flags(line: string, language: Language): string {
  const middle = Math.floor(line.length / 2);
  const found = {
    'about the talk': isAboutTalk(line, language),
    'starts weakly': startsWeakly(line, language),
    'points back': pointsAtBefore(line, language),
    'ends open': endsOpen(line, language),
    subordinate: isSubordinate(line, language),
    'waits for more': waitsForMore(line, language),
    leans: leaningCost(line, language) > 0,
    'no predicate': !hasPredicate(line, language, true),
    'no predicate, unmarked': !hasPredicate(line, language, false),
    stumbles: stumbles(line, language),
    'opens a topic': opensTopic(line, language),
    'closes a topic': closesTopic(line, language),
    'announces a topic': announcesTopic(line.slice(0, middle), line.slice(middle), language),
    asks: asksWithin(line),
    'ends a sentence': endsSentence(line),
  };
  return Object.entries(found)
    .flatMap(([name, is]) => (is ? [name] : []))
    .join(', ');
}

function measures(line: string, language: Language): string[] {
  const numbers = numbersIn(line).map(({ text, values, unit, hedged, share, loose }) =>
    [text, '=', values.join('/'), `±${unit}`, hedged && 'about', share && 'share', loose && 'loose'].filter(Boolean).join(' '),
  );
  const keys = words(line, language).map(({ key, isStop, text }) => {
    const light = (isLightHead(text, language) ? 'h' : '') + (isLightStart(text, language) ? 's' : '');
    return (isStop ? `(${key})` : key) + (light && `·${light}`);
  });
  const gaps = clauseGaps(line, language).flatMap(({ at, mark, end }) =>
    mark > -1 || end > -1 ? [`${at}:${mark.toFixed(1)}/${end.toFixed(1)}`] : [],
  );
  return [
    `worth ${show(worthOf(line, language))} unmarked ${show(worthOf(line, language, false))} pointers ${pointersIn(line, language)} ${detectLanguage(line)}`,
    `words: ${keys.join(' ')}`,
    ...(gaps.length > 0 ? [`gaps: ${gaps.join(' ')}`] : []),
    ...(numbers.length > 0 ? [`numbers: ${numbers.join('; ')}`] : []),
    ...(namesIn(line).length > 0
      ? [
          `names: ${namesIn(line)
            .map((name) => name.words.join(' '))
            .join('; ')}`,
        ]
      : []),
  ];
}

test.each<Language>(['en', 'zh'])('SUM-14 reads each line of %s as on record', async (language) => {
  const lines = readFileSync(fileOf(`${language}.txt`), 'utf8')
    .trimEnd()
    .split('\n');
  const record = lines.map((line) => {
    const said = [flags(line, language), ...rewritten(line, language), ...measures(line, language)].filter(Boolean);
    return `${line}\n${said.map((one) => `    ${one}\n`).join('')}`;
  });
  await expect(record.join('\n')).toMatchFileSnapshot(fileOf(`${language}.record.txt`));
});

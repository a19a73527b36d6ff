/**
 * What the readings of numbers, fillers, sentences, clauses, paragraphs and words make of the inputs in `tests/golden/text`: the
 * constructs that the patterns name, and others just beside them. `vitest run --project unit src/engine/text/golden.test.ts -u`
 * writes a new record, to be read. `{a*60}` in an input is an `a` sixty times.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Language } from '../domain.ts';
import { asksWithin, clauseGaps, clauseSpans } from './clauses.ts';
import { dropStutters, trimFillers } from './fillers.ts';
import { dropHesitations } from './hesitations.ts';
import { isSaid, numbersIn } from './numbers/numbers.ts';
import { needsSpaceBetween, splitLongText, unwrapLines } from './paragraphs.ts';
import { endsSentence, type Span, sentenceSpans } from './sentences.ts';
import { gapsOf } from './speech-ends.ts';
import { stemEnglish } from './stem.ts';
import { words } from './words.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/text/${name}`, import.meta.url));
const textOf = (name: string) => readFileSync(fileOf(`${name}.txt`), 'utf8');
const spelledOut = (text: string) =>
  text.replace(/\{(.+?)\*(\d+)\}/gu, (_, one: string, times: string) => one.repeat(Number(times)));

async function expectRecord(name: string, outcomes: readonly string[]): Promise<void> {
  await expect(`${outcomes.join('\n')}\n`).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
}

/** Expects what is made of each line to be as on record. */
async function expectLines(name: string, read: (line: string) => string): Promise<void> {
  const lines = textOf(name)
    .split('\n')
    .filter((line) => line !== '');
  await expectRecord(
    name,
    lines.map((line) => `${line} ⇒ ${read(spelledOut(line))}`),
  );
}

function numbersOf(text: string): string {
  return numbersIn(text)
    .map(({ text: named, values, unit, hedged, share, loose }) =>
      [named, '=', values.join('/'), unit !== 1 && `±${unit}`, hedged && 'about', share && 'share', loose && 'loose']
        .filter(Boolean)
        .join(' '),
    )
    .join('; ');
}

function cutAt(text: string, spans: readonly Span[]): string {
  return spans.map(({ start, end }) => text.slice(start, end)).join('|');
}

test.each(['numbers', 'numbers-en'])('reads the numbers of %s as on record', async (name) => {
  await expectLines(name, numbersOf);
});

test('finds each claim of a number said, or not, as on record', async () => {
  await expectLines('said', (line) => {
    const [claim = '', said = ''] = line.split(' |');
    return numbersIn(claim)
      .map((number) => (isSaid(number, numbersIn(said)) ? 'said' : 'not said'))
      .join(', ');
  });
});

test.each<Language>(['en', 'zh'])('SUM-14 takes the fillers off the lines of %s as on record', async (language) => {
  await expectLines(`fillers-${language}`, (line) => {
    const without = {
      hesitations: dropHesitations(line, language),
      stutters: dropStutters(line, language),
      spoken: trimFillers(line, language),
      written: trimFillers(line, language, false),
    };
    const changed = Object.entries(without).filter(([name, text]) => text !== (name === 'stutters' ? without.hesitations : line));
    return changed.map(([name, text]) => `${name}: ${text}`).join(' | ');
  });
});

test.each<Language>(['en', 'zh'])('SUM-14 cuts the sentences of %s as on record', async (language) => {
  await expectLines(`sentences-${language}`, (line) => cutAt(line, sentenceSpans(line, language)));
});

test('SUM-14 cuts long sentences as on record', async () => {
  await expectLines('long-sentences', (line) => {
    const language = line.startsWith('zh') ? 'zh' : 'en';
    return sentenceSpans(line.slice(3), language)
      .map(({ start, end, sentence }) => `${sentence}: ${start}–${end}`)
      .join(', ');
  });
});

test('SUM-14 tells where a sentence ends as on record', async () => {
  await expectLines('ends', (line) => (endsSentence(line) ? 'ends' : 'goes on'));
});

test.each<Language>(['en', 'zh'])('SUM-14 cuts speech without marks of %s as on record', async (language) => {
  await expectLines(`speech-${language}`, (line) =>
    clauseSpans(line, language)
      .map(({ start, end, sentence, ragged, doubts }) => {
        const about = [sentence, ragged && 'ragged', doubts && `${doubts.before.toFixed(2)}/${doubts.after.toFixed(2)}`];
        return `\n    ${about.filter((one) => one !== false && one !== undefined).join(' ')}: ${line.slice(start, end)}`;
      })
      .join(''),
  );
});

test('SUM-14 finds the words that open a clause as on record', async () => {
  await expectLines('openings', (line) => {
    const plain = gapsOf(line, 'en');
    const opened = clauseGaps(line, 'en').flatMap(({ at, mark }, index) => (mark === plain[index]?.mark ? [] : [at]));
    return opened.map((at, index) => line.slice(at, opened[index + 1]).trim()).join('|');
  });
});

test('SUM-14 tells what asks as on record', async () => {
  await expectLines('asks', (line) => (asksWithin(line) ? 'asks' : 'tells'));
});

test('SUM-05 joins wrapped lines as on record', async () => {
  const blocks = textOf('wrapped').split('\n---\n');
  await expectRecord(
    'wrapped',
    blocks.map((block) => `${unwrapLines(block)}\n---`),
  );
});

test('SUM-05 joins two lines with a space, or without, as on record', async () => {
  await expectLines('edges', (line) => {
    const [before = '', after = ''] = line.split('|');
    return needsSpaceBetween(before, after) ? 'space' : 'none';
  });
});

test('SUM-05 splits long texts as on record', async () => {
  await expectLines('splits', (line) => {
    const at = line.indexOf(' ');
    return splitLongText(line.slice(at), Number(line.slice(0, at))).join('|');
  });
});

test('strips words for counting as on record', async () => {
  await expectLines('stems', stemEnglish);
});

test('finds words as on record', async () => {
  await expectLines('words', (line) => {
    const language = line.startsWith('zh') ? 'zh' : 'en';
    return words(line.slice(3), language)
      .map(
        ({ text, key, start, end, isStop }) =>
          `${start}–${end} ${text}${key === text ? '' : `=${key}`}${isStop ? ' (stop)' : ''}`,
      )
      .join(', ');
  });
});

/**
 * What the readers of a model's text make of answers in `tests/golden/answers`: as they are asked for, and as models write them
 * otherwise. `vitest run --project unit src/engine/answers-on-record.test.ts -u` writes a new record, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { placeParagraphs, readParagraphs } from './article/read-paragraphs.ts';
import { createAnswerReader } from './chat/read-answer.ts';
import type { Segment } from './domain.ts';
import { createGrounding } from './llm/check-names-and-numbers.ts';
import { buildQuoteIndex } from './llm/check-quotes.ts';
import { createDraftParser } from './llm/line-protocol.ts';
import { cleanAnswer, cleanDraft } from './prompts/clean-answer.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../tests/golden/answers/${name}`, import.meta.url));

const segments: Segment[] = [
  'The mill stands by the river and grinds the grain of nine farms.',
  'Anna Oak ran it from 1912 and ground 900 sacks in her first year.',
  'Her brother kept the ledger until the mill stopped in 1944.',
  'Nobody oiled the wheel after that.',
  'Above the mill there was a dam of oak.',
  'The dam broke in the night. In the morning the pond was empty.',
  'The council paid 1,200 pounds for a new one.',
].map((text, id) => ({ id, startMs: id * 60_000, endMs: id * 60_000 + 59_000, text }));
const facts = { title: 'The mill', author: 'Ada Quill', description: null, timed: true, chapters: [] };
const range = { first: 0, last: segments.length - 1 };
const verify = { grounding: createGrounding(segments, facts), quotes: buildQuoteIndex(segments) };

/** In pieces of other sizes each time: they make no difference. */
function draftOf(answer: string) {
  const outcomes = [answer.length + 1, 7, 1].map((size) => {
    const parser = createDraftParser(range);
    for (let at = 0; at < answer.length; at += size) parser.push(answer.slice(at, at + size));
    return parser.finish();
  });
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(outcomes[2]).toEqual(outcomes[0]);
  return outcomes[0];
}

test('SUM-14 CON-11 CON-07 reads what models write as on record', async () => {
  const answers = readFileSync(fileOf('answers.txt'), 'utf8')
    .split(/^===== /m)
    .slice(1);
  const reader = createAnswerReader({ segments, facts, given: (id) => id < 6 });
  const record = answers.map((one) => {
    const [name, ...lines] = one.trimEnd().split('\n');
    const answer = lines.join('\n');
    const article = readParagraphs(answer, range);
    const said = {
      'as a note': draftOf(answer),
      'as an answer': reader.read(answer, true),
      'as an answer so far': reader.read(answer, false).markdown,
      'as a prompt’s answer': cleanAnswer(answer, { segments, verify }),
      'as a prompt’s answer so far': cleanDraft(answer, segments),
      'as an article': { ...article, placed: placeParagraphs(article.paragraphs, range) },
    };
    const shown = Object.entries(said).map(
      ([as, value]) => `-- ${as}\n${typeof value === 'string' ? value : JSON.stringify(value, null, 1)}`,
    );
    return `===== ${name}\n${shown.join('\n')}\n`;
  });
  await expect(record.join('\n')).toMatchFileSnapshot(fileOf('answers.record.txt'));
});

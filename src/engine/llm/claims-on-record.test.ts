/**
 * What the checks find in statements about the sources in `tests/golden/claims`: facts about the source come first, then its
 * lines, then statements: `[2-4 in 0-9] Text` cites lines 2 to 4 in a section of lines 0 to 9. `vitest run --project unit
 * src/engine/llm/claims-on-record.test.ts -u` writes a new record, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Segment } from '../domain.ts';
import { createGrounding } from './check-names-and-numbers.ts';
import { buildQuoteIndex, checkQuotes } from './check-quotes.ts';
import { namesIn } from './names.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/claims/${name}`, import.meta.url));

function readSource(head: string, body: string) {
  const facts = head.split('\n').map((line) => line.split(/: (.*)/));
  const all = (name: string) => facts.filter(([key]) => key === name).map(([, value = '']) => value);
  let speaker = '';
  const segments = body.split('\n').map((line, id): Segment => {
    const [, who, text = ''] = /^(?:@(\S+) )?(.*)$/.exec(line) ?? [];
    speaker = who?.replaceAll('_', ' ') ?? speaker;
    return { id, startMs: id * 5000, endMs: id * 5000 + 4900, text, speaker };
  });
  const chapters = all('chapter').map((title) => ({ title, startMs: 0 }));
  const sections = all('section').map((title) => ({ title, segmentId: 0 }));
  const [title = null] = all('title');
  const [author = null] = all('author');
  const [description = null] = all('description');
  return { segments, facts: { title, author, description, timed: true, chapters, sections } };
}

function idsOf(range: string): number[] {
  return range
    .split(', ')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
    });
}

test.each(['en', 'zh'])('SUM-08 checks each statement of %s as on record', async (language) => {
  const [head = '', body = '', list = ''] = readFileSync(fileOf(`${language}.txt`), 'utf8')
    .trimEnd()
    .split('\n\n');
  const { segments, facts } = readSource(head, body);
  const grounding = createGrounding(segments, facts);
  const index = buildQuoteIndex(segments);
  const record = list.split('\n').map((line) => {
    const [, cited = '', within, text = ''] = /^\[([^\]]*?)(?: in ([\d-]+))?\] (.*)$/.exec(line) ?? [];
    const statement = { text, segmentIds: idsOf(cited) };
    const missing = grounding.missing(statement, within === undefined ? statement.segmentIds : idsOf(within));
    const names = namesIn(text).map(({ words }) => words.join(' '));
    const { segmentIds, ...quoted } = checkQuotes(statement, segments, index);
    const { verified, repaired, unmarked } = quoted;
    const said = [
      ...(names.length > 0 ? [`names: ${names.join('; ')}`] : []),
      missing.length > 0 ? `missing: ${missing.join('; ')}` : 'nothing is missing',
      ...(verified + repaired + unmarked > 0 ? [`quotes: ${verified} true, ${repaired} mended, ${unmarked} unmarked`] : []),
      ...(quoted.text === text ? [] : [`mended: ${quoted.text}`]),
      ...(segmentIds.join() === statement.segmentIds.join() ? [] : [`rests on ${segmentIds.join(' ')}`]),
    ];
    return `${line}\n${said.map((one) => `    ${one}\n`).join('')}`;
  });
  await expect(record.join('')).toMatchFileSnapshot(fileOf(`${language}.record.txt`));
});

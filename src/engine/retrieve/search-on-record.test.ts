/**
 * What a search for each question in `tests/golden/search/questions.txt` finds in the sources of `tests/golden/readings`: in each
 * source by its passages, and in all at once. `vitest run --project unit src/engine/retrieve/search-on-record.test.ts -u` writes
 * new records, to be read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { foldForSearch } from '#lib/text/search-grams.ts';
import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';
import { briefOf } from './brief.ts';
import { foundIn } from './excerpt.ts';
import { buildPassages, type Passage } from './passages.ts';
import { choosePassages, rankPassages, type TermHit, weighTerms } from './rank.ts';
import { chooseAcross, lookupsOf, rankMany, scanText } from './rank-items.ts';
import { marksOf, queryTerms, termsIn, weightOf } from './terms.ts';

const folder = fileURLToPath(new URL('../../../tests/golden', import.meta.url));
const show = (value: number) => String(Math.round(value * 1000) / 1000);
const lastOf = (text: string) => text.trimEnd().split('\n\n').at(-1) ?? '';

type Source = { name: string; segments: Segment[]; passages: Passage[]; folded: string };

const sources = readdirSync(`${folder}/readings`)
  .filter((name) => !name.includes('.record.'))
  .map((name): Source => {
    const lines = lastOf(readFileSync(`${folder}/readings/${name}`, 'utf8')).split('\n');
    const segments = lines.map((line, id) => {
      const text = line.replace(/^(?:\+\S+ )?(?:@\S+ )?/, '');
      return { id, startMs: id * 5000, endMs: id * 5000 + 4800, text };
    });
    const folded = foldForSearch(segments.map(({ text }) => text).join(' '));
    return { name: name.replace('.txt', ''), segments, passages: buildPassages(segments), folded };
  });
const questions = readFileSync(`${folder}/search/questions.txt`, 'utf8').trimEnd().split('\n');

function marked(text: string, marks: readonly { start: number; end: number }[]): string {
  return marks.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)}«${rest.slice(start, end)}»${rest.slice(end)}`,
    text,
  );
}

function inSource({ name, segments, passages }: Source, wanted: ReadonlyMap<string, number>): string[] {
  const hits: TermHit[] = passages.flatMap(({ terms }, position) =>
    [...wanted.keys()].flatMap((term) => {
      const count = terms.filter((each) => each === term).length;
      return count === 0 ? [] : [{ position, length: terms.length, term, count }];
    }),
  );
  const averageLength = passages.reduce((sum, { terms }) => sum + terms.length, 0) / passages.length;
  const corpus = { passages: passages.length, averageLength };
  const ranked = rankPassages(wanted, hits, corpus);
  if (ranked.length === 0) return [];
  const linesOf = (position: number) => segments.slice(passages[position]?.first ?? 0, (passages[position]?.last ?? -1) + 1);
  const cost = (position: number) => linesOf(position).reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const chosen = choosePassages(ranked, corpus, 420, cost);
  const best = foundIn(linesOf(ranked[0]?.position ?? 0), new Set(wanted.keys()));
  return [
    `${name}: ${ranked.map(({ position, score }) => `${position} ${show(score)}`).join(', ')}; read ${chosen.join(' ')}`,
    ...best.map(({ first, last, text, marks }) => `    ${first}–${last} ${marked(text, marks)}`),
  ];
}

function across(question: string, terms: readonly string[]): string[] {
  const lookups = lookupsOf(terms, question);
  const keys = new Map<string, string>();
  const texts = sources.map(({ folded }) => scanText(folded, lookups, keys));
  const items = sources.map(({ name, segments }) => {
    const indexesIn = (text: string) => {
      const found = new Set(termsIn(text).map(({ term }) => term));
      return terms.flatMap((term, index) => (found.has(term) ? [index] : []));
    };
    return {
      title: indexesIn(name),
      note: indexesIn(
        segments
          .slice(0, 2)
          .map(({ text }) => text)
          .join(' '),
      ),
    };
  });
  const passages = sources.reduce((sum, one) => sum + one.passages.length, 0);
  const ranked = rankMany(texts, items, { weights: terms.map(weightOf), passages });
  const placed = (places: typeof ranked) =>
    places.map(({ item, start, end, score }) => `${sources[item]?.name} ${start}–${end} ${show(score)}`).join(', ');
  return ranked.length === 0 ? [] : [`all at once: ${placed(ranked.slice(0, 12))}`, `chosen: ${placed(chooseAcross(ranked, 5))}`];
}

test('CON-11 finds places for each question as on record', async () => {
  const record = questions.map((question, at) => {
    const terms = queryTerms(question);
    const before = at === 0 ? [] : queryTerms(questions[at - 1] ?? '', { orAll: false });
    const wanted = weighTerms(terms, before);
    const about = lookupsOf(terms, question).map(
      ({ term, starts, isWord, related }) =>
        `${term}${isWord ? '' : '·'} ${show(weightOf(term))} from ${starts.join('/')}${related.length > 0 ? `, like ${related.map((word) => word.term).join(' ')}` : ''}`,
    );
    return [
      `===== ${marked(question, marksOf(question, new Set(terms)))}`,
      ...about,
      ...sources.flatMap((source) => inSource(source, wanted)),
      ...across(question, terms),
    ].join('\n');
  });
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(`${folder}/search/found.record.txt`);
});

test('CON-11 makes a brief of all sources as on record', async () => {
  const points = sources.map(({ segments }) => segments.map(({ text, id }) => ({ text, place: id })));
  const { groups, alone } = briefOf(points);
  const lineOf = ({ item, place, text }: (typeof alone)[number]) => `${sources[item]?.name} ${place}: ${text}`;
  const shown = groups.map((group) => [`## ${group.word}`, ...group.points.map(lineOf)].join('\n'));
  await expect(`${[...shown, '## alone', ...alone.map(lineOf)].join('\n')}\n`).toMatchFileSnapshot(
    `${folder}/search/brief.record.txt`,
  );
});

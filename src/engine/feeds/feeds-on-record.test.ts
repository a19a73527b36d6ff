/**
 * Compares what is read from feeds of several dialects with a record. `vitest run --project unit
 * src/engine/feeds/feeds-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { readChannelFeed } from '../channels/read-channel-feed.ts';
import { listFeed } from '../playlists/list-feed.ts';
import { findEpisode } from '../sources/podcast/episode-in-feed.ts';
import { feedDate } from './feed-date.ts';
import { durationMs, fullPerson, readPerson } from './fields.ts';
import { looksLikeFeed, parseFeed } from './parse-feed.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/feeds/${name}`, import.meta.url));
const read = (name: string) => readFileSync(fileOf(name), 'utf8');

/** One line of JSON without what is null or empty. */
function short(value: unknown): string {
  const known = (_key: string, part: unknown) => (part === null || (Array.isArray(part) && part.length === 0) ? undefined : part);
  return JSON.stringify(value, known) ?? 'null';
}

function orError(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const feedUrl = 'https://feed.test/show/feed.xml';

function aboutFeed(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const told = orError(() => {
    const { items, ...head } = parseFeed(bytes);
    return [short(head), ...items.map((item) => `- ${short(item)}`)].join('\n');
  });
  return `feed (looks like one: ${looksLikeFeed(bytes)}) ${told}`;
}

function about(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const input = { bytes, contentType: null, base: feedUrl, feedUrl, limit: 3 };
  const list = orError(() => {
    const { items = [], ...head } = listFeed(input) ?? {};
    return [short(head), ...items.map((item) => `- ${short(item)}`)].join('\n');
  });
  const news = orError(() => {
    const { entries = [], ...head } = readChannelFeed(input) ?? {};
    return [short(head), ...entries.map((entry) => `- ${short(entry)}`)].join('\n');
  });
  const only = orError(() =>
    short(findEpisode({ bytes, contentType: null, base: feedUrl, url: feedUrl, wanted: { by: 'choice', choice: null } })),
  );
  return `${aboutFeed(text)}\nlist ${list}\nnews ${news}\nonly ${only}`;
}

test.each([
  ['dialects', about],
  ['oddities', aboutFeed],
])('SUM-03 feeds of %s are read as on record', async (name, aboutOne) => {
  const blocks = read(`${name}.txt`).split(/^=== /m).slice(1);
  const record = blocks.map((block) => {
    const end = block.indexOf('\n');
    return `=== ${block.slice(0, end)}\n${aboutOne(block.slice(end + 1))}\n`;
  });
  await expect(record.join('\n')).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
});

const readers: [name: string, read: (line: string) => unknown][] = [
  ['dates', feedDate],
  ['durations', durationMs],
  ['people', (line) => [readPerson(line), fullPerson(readPerson(line))]],
];

test.each(readers)('SUM-03 %s are read as on record', async (name, readLine) => {
  const lines = read(`${name}.txt`).split('\n').slice(0, -1);
  const record = lines.map((line) => `${line} ⇒ ${JSON.stringify(readLine(line))}\n`);
  await expect(record.join('')).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
});

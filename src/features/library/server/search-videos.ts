/** Finds contents by what they say. */
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import type { Services } from '#infra/services.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { rangesOf, termsOf } from '#lib/text/search-grams.ts';
import type { ContentRow, FoundRow, libraryContract, Match, QuickFound } from '../contract.ts';
import type { Sort } from '../shared/sorts.ts';
import { contentRowsOf } from './content-rows.ts';
import { conditionOf } from './filters.ts';
import {
  findInNotes,
  findInTranscripts,
  findTitlesAndNotes,
  type Hit,
  notInTitle,
  type Place,
  placesIn,
} from './find-contents.ts';
import { idsInOrder } from './rows-in-order.ts';
import { lookInIndex } from './search-index.ts';

type SearchCall = (typeof libraryContract)['user.searchVideos'];
type FindCall = (typeof libraryContract)['library.find'];

const slimExcerpt = 160;
/** Transcripts are long. */
const mostTranscripts = 200;

/** Errors: those of the filters. */
export async function searchVideos(
  { db }: Services,
  userId: string,
  { limit, keyword, inTranscripts, sort, ...filters }: z.output<SearchCall['input']>,
): Promise<z.input<SearchCall['output']>> {
  const terms = termsOf(keyword);
  const { all: condition } = await conditionOf(db, userId, filters);
  if (terms.length === 0) return { searchResults: [], complete: true };
  const where = { userId, terms, condition };
  const {
    found: [hits, spoken],
    complete,
  } = await lookInIndex(db, userId, () =>
    Promise.all([
      findInNotes(db, { ...where, limit }),
      inTranscripts ? findInTranscripts(db, { ...where, limit: Math.min(limit, mostTranscripts) }) : [],
    ]),
  );
  const ids = [...new Set([...hits.map(({ id }) => id), ...spoken])];
  const [rows, noted, said] = await Promise.all([
    contentRowsOf(db, userId, ids),
    placesIn(db, { userId, terms, ids: hits.map(({ id }) => id), part: 'note' }),
    placesIn(db, { userId, terms, ids: spoken, part: 'transcript' }),
  ]);
  const titleRanks = new Map(hits.map((hit) => [hit.id, hit.titleRank]));
  const matched = ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const note = titleRanks.has(id) ? noted.get(id) : undefined;
    const transcript = said.get(id);
    const matches = matchesOf(row, terms, { note, transcript, byNote: titleRanks.has(id) });
    return matches.length === 0
      ? []
      : [{ row: { ...slim(row, matches), matches }, rank: rankOf(titleRanks.get(id) ?? notInTitle, matches, note) }];
  });
  // The database has them newest first already, and sorting keeps that among equals; those of transcripts come behind.
  matched.sort((a, b) => a.rank - b.rank);
  const best = matched.slice(0, limit).map(({ row }) => row);
  return { searchResults: sort === undefined ? best : await inOrder(db, userId, best, sort), complete };
}

/** The best ones, in the order that was asked for. */
async function inOrder(db: Services['db'], userId: string, rows: readonly FoundRow[], sort: Sort): Promise<FoundRow[]> {
  const byId = new Map(rows.map((row) => [row.content_id, row]));
  const where = and(eq(contents.userId, userId), isOneOf(contents.id, [...byId.keys()]));
  const sorted = await idsInOrder(db, { userId, sort, where });
  return sorted.flatMap(({ id }) => byId.get(id) ?? []);
}

/** A thousand rows come at once: what is found stands for the note's beginning, which then only names what has no title. */
function slim(row: ContentRow, matches: readonly Match[]): ContentRow {
  const shown = matches.some(({ where }) => where !== 'title') && row.title.trim() !== '';
  return { ...row, description: null, excerpt: shown || row.excerpt === null ? null : shortenText(row.excerpt, slimExcerpt) };
}

/** Title before note before description before transcript, in each the whole words first. */
function rankOf(titleRank: Hit['titleRank'], matches: readonly Match[], note: Place | undefined): number {
  if (titleRank < notInTitle) return titleRank;
  if (note) return 10 + note.rank;
  return matches.some(({ where }) => where !== 'transcript') ? 20 : 30;
}

function matchesOf(
  row: ContentRow,
  terms: readonly string[],
  { note, transcript, byNote }: { note: Place | undefined; transcript: Place | undefined; byNote: boolean },
): FoundRow['matches'] {
  const own = byNote
    ? [
        shortMatch('title', row.title, terms),
        note ? placeMatch('note', note, terms) : null,
        shortMatch('description', row.description ?? '', terms),
      ]
    : [];
  return [...own, transcript ? placeMatch('transcript', transcript, terms) : null].filter((match) => match !== null);
}

const longestShort = 200;

function shortMatch(where: 'title' | 'description', text: string, terms: readonly string[]): Match | null {
  const whole = text.normalize('NFC');
  const [first] = rangesOf(whole, terms, 1);
  if (!first) return null;
  const start = whole.length <= longestShort ? 0 : Math.max(0, first.start - 40);
  const cut = {
    snippet: whole.slice(start, start + longestShort),
    cutBefore: start > 0,
    cutAfter: start + longestShort < whole.length,
  };
  return snippetMatch(where, { ...cut, at: null }, terms);
}

const placeMatch = (where: 'note' | 'transcript', place: Place, terms: readonly string[]) => snippetMatch(where, place, terms);

function snippetMatch(
  where: Match['where'],
  { snippet: text, cutBefore, cutAfter, at }: Omit<Place, 'rank'>,
  terms: readonly string[],
): Match | null {
  const snippet = `${cutBefore ? '…' : ''}${text.replaceAll('\n', ' ').toWellFormed()}${cutAfter ? '…' : ''}`;
  const ranges = rangesOf(snippet, terms);
  return ranges.length === 0
    ? null
    : { where, snippet, ranges, startMs: at !== null && at >= 0 ? at : null, paragraph: at !== null && at < 0 ? -1 - at : null };
}

export async function findQuickly(
  { db }: Services,
  userId: string,
  { keyword, limit }: z.output<FindCall['input']>,
): Promise<z.input<FindCall['output']>> {
  const terms = termsOf(keyword);
  if (terms.length === 0) return { titles: [], notes: [], transcripts: [], complete: true };
  const where = { userId, terms, condition: undefined };
  const {
    found: [hits, spoken],
    complete,
  } = await lookInIndex(db, userId, () =>
    Promise.all([
      findTitlesAndNotes(db, { ...where, limit }),
      // As many as the groups before may have taken.
      findInTranscripts(db, { ...where, limit: 3 * limit }),
    ]),
  );
  const [titled, noted] = [hits.filter((hit) => hit.titleRank < notInTitle), hits.filter((hit) => hit.titleRank === notInTitle)];
  const before = new Set([...titled, ...noted].map(({ id }) => id));
  const said = spoken.filter((id) => !before.has(id)).slice(0, limit);
  const [rows, notePlaces, saidPlaces] = await Promise.all([
    contentRowsOf(db, userId, [...before, ...said]),
    placesIn(db, { userId, terms, ids: noted.map(({ id }) => id), part: 'note' }),
    placesIn(db, { userId, terms, ids: said, part: 'transcript' }),
  ]);
  const group = (ids: readonly string[], matchOf: (row: ContentRow) => Match | undefined) =>
    ids.flatMap((id) => {
      const row = rows.get(id);
      const match = row && matchOf(row);
      return row && match ? [toQuickFound(row, match)] : [];
    });
  const matchIn = (row: ContentRow, places: { note?: Place | undefined; transcript?: Place | undefined }, byNote: boolean) =>
    matchesOf(row, terms, { note: places.note, transcript: places.transcript, byNote })[0];
  return {
    titles: group(
      titled.map(({ id }) => id),
      (row) => matchIn(row, {}, true),
    ),
    notes: group(
      noted.map(({ id }) => id),
      (row) => matchIn(row, { note: notePlaces.get(row.content_id) }, true),
    ),
    transcripts: group(said, (row) => matchIn(row, { transcript: saidPlaces.get(row.content_id) }, false)),
    complete,
  };
}

function toQuickFound(row: ContentRow, match: Match): QuickFound {
  const { content_id, title, content_type, cover_url, updated_at } = row;
  return { content_id, title, content_type, cover_url, updated_at, match };
}

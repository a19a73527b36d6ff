import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { coverPathOf } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { rangesOf, signedLettersOf, termsOf } from '#lib/text/search-grams.ts';
import type { ContentRow, FoundRow, libraryContract, Match, QuickFound } from '../contract.ts';
import type { Sort } from '../shared/sorts.ts';
import { contentRowsOf, toContentRow } from './content-rows.ts';
import { conditionOf } from './filters.ts';
import { areCharacters, findCharacters } from './find-characters.ts';
import {
  findInNotes,
  findInTranscripts,
  findTitlesAndNotes,
  notInTitle,
  type Place,
  placesIn,
  type QuickContent,
  type QuickHit,
  quickContentsOf,
  type TitleRank,
} from './find-contents.ts';
import { findNearTitles } from './find-near.ts';
import { idsInOrder } from './rows-in-order.ts';
import { lookInIndex } from './search-index.ts';

type SearchCall = (typeof libraryContract)['user.searchVideos'];
type FindCall = (typeof libraryContract)['library.find'];

const slimExcerpt = 160;
/** A low limit, because transcripts are long. */
const mostTranscripts = 200;

/** Errors: those of the filters. */
export async function searchVideos(
  { db }: Services,
  userId: string,
  { limit, keyword, inTranscripts, sort, ...filters }: z.output<SearchCall['input']>,
): Promise<z.input<SearchCall['output']>> {
  const terms = termsOf(keyword);
  const { all, beyondType } = await conditionOf(db, userId, filters);
  const condition = beyondType || filters.type !== undefined ? all : undefined;
  if (terms.length === 0) return { searchResults: [], cut: false, complete: true };
  const where = { userId, terms, condition };
  const mostHeard = Math.min(limit, mostTranscripts);
  const {
    found: [hits, heard, withCharacters],
    complete,
  } = await lookInIndex(db, userId, () => {
    // One more than is given, to know whether there are more.
    const inNotes = findInNotes(db, { ...where, condition: withSigns(condition, keyword), limit: limit + 1 });
    const inSpeech = inTranscripts ? findInTranscripts(db, { ...where, limit: mostHeard + 1 }) : null;
    return () =>
      Promise.all([
        inNotes.execute(),
        inSpeech?.execute() ?? [],
        areCharacters(terms) ? findCharacters(db, { ...where, limit: limit + 1 }) : [],
      ]);
  });
  const spoken = heard.slice(0, mostHeard).map(({ id }) => id);
  const noted = new Map(hits.map((hit) => [hit.content.id, hit]));
  const written = withCharacters.map(({ id }) => id).filter((id) => !noted.has(id));
  const [others, said, places] = await Promise.all([
    contentRowsOf(
      db,
      userId,
      [...new Set([...written, ...spoken])].filter((id) => !noted.has(id)),
    ),
    placesIn(db, 'transcript', { userId, terms, ids: spoken }),
    placesIn(db, 'note', { userId, terms, ids: written }),
  ]);
  const ids = [...new Set([...noted.keys(), ...written, ...spoken])];
  const matched = ids.flatMap((id) => {
    const hit = noted.get(id);
    const row = hit ? toContentRow(hit) : others.get(id);
    if (!row) return [];
    const note = hit?.place ?? places.get(id);
    const matches = matchesOf(row, terms, {
      note,
      transcript: said.get(id),
      titled: hit?.titled ?? false,
      described: hit !== undefined,
    });
    return matches.length === 0
      ? []
      : [{ row: { ...slim(row, matches), matches, near: false }, rank: rankOf(hit?.titleRank ?? notInTitle, matches, note) }];
  });
  // The database returns them newest first, and the sort is stable; hits in transcripts only come last.
  matched.sort((a, b) => a.rank - b.rank);
  const exact = matched.slice(0, limit).map(({ row }) => row);
  const best = exact.length > 0 ? exact : (await nearRows(db, where)).slice(0, limit);
  const cut = matched.length > limit || heard.length > mostHeard;
  return { searchResults: sort === undefined ? best : await inOrder(db, userId, best, sort), cut, complete };
}

/** Of "C++" the index has the letter only, so its hits are looked at once more. */
function withSigns(condition: SQL | undefined, keyword: string): SQL | undefined {
  const text = sql`lower(concat_ws(chr(10), ${contents.title}, ${contents.note}, ${contents.description}))`;
  return and(condition, ...signedLettersOf(keyword).map((word) => sql`strpos(${text}, ${word}) > 0`));
}

async function nearRows(db: Services['db'], where: Parameters<typeof findNearTitles>[1]): Promise<FoundRow[]> {
  const near = await findNearTitles(db, where);
  const rows = await contentRowsOf(
    db,
    where.userId,
    near.map(({ id }) => id),
  );
  return near.flatMap(({ id, snippet, ranges }) => {
    const row = rows.get(id);
    const matches: Match[] = [{ where: 'title', snippet, ranges, startMs: null, paragraph: null }];
    return row ? [{ ...slim(row, matches), matches, near: true }] : [];
  });
}

async function inOrder(db: Services['db'], userId: string, rows: readonly FoundRow[], sort: Sort): Promise<FoundRow[]> {
  const byId = new Map(rows.map((row) => [row.content_id, row]));
  const where = and(eq(contents.userId, userId), isOneOf(contents.id, [...byId.keys()]));
  const sorted = await idsInOrder(db, { userId, sort, where });
  return sorted.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Up to a thousand rows are sent: the excerpt is only needed if no other match is shown or the title is empty. */
function slim(row: ContentRow, matches: readonly Match[]): ContentRow {
  const shown = matches.some(({ where }) => where !== 'title') && row.title.trim() !== '';
  return { ...row, description: null, excerpt: shown || row.excerpt === null ? null : shortenText(row.excerpt, slimExcerpt) };
}

/** Title before note before description before transcript; in each, whole words first. */
function rankOf(titleRank: TitleRank, matches: readonly Match[], note: Place | undefined): number {
  if (titleRank < notInTitle) return titleRank;
  if (note) return 10 + note.rank;
  return matches.some(({ where }) => where !== 'transcript') ? 20 : 30;
}

/** `titled`, `described`: the title or description may have the words, so it is searched. */
type Where = { note?: Place | undefined; transcript?: Place | undefined; titled: boolean; described: boolean };

type Described = Pick<ContentRow, 'title' | 'description'>;

function matchesOf(
  row: Described,
  terms: readonly string[],
  { note, transcript, titled, described }: Where,
): FoundRow['matches'] {
  return [
    titled ? shortMatch('title', row.title, terms) : null,
    note ? snippetMatch('note', note, terms) : null,
    described && row.description !== null ? shortMatch('description', row.description, terms) : null,
    transcript ? snippetMatch('transcript', transcript, terms) : null,
  ].filter((match) => match !== null);
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
  const where = { userId, terms, condition: withSigns(undefined, keyword) };
  const {
    found: [hits, heard],
    complete,
  } = await lookInIndex(db, userId, () => {
    const inNotes = findTitlesAndNotes(db, { ...where, limit });
    // Enough even if the other groups already contain the first ones.
    const inSpeech = findInTranscripts(db, { ...where, condition: undefined, limit: 3 * limit });
    return () => Promise.all([inNotes.execute(), inSpeech.execute()]);
  });
  const before = new Set(hits.map(({ content }) => content.id));
  const said = heard
    .map(({ id }) => id)
    .filter((id) => !before.has(id))
    .slice(0, limit);
  const [spoken, places] = await Promise.all([
    quickContentsOf(db, userId, said),
    placesIn(db, 'transcript', { userId, terms, ids: said }),
  ]);
  const found = (content: QuickContent & { description?: string | null }, where: Where) => {
    const [match] = matchesOf({ title: content.title, description: content.description ?? null }, terms, where);
    return match ? [toQuickFound(content, match)] : [];
  };
  const foundIn = ({ content, place, titled }: QuickHit) => found(content, { note: place ?? undefined, titled, described: true });
  return {
    titles: hits.filter(({ titleRank }) => titleRank < notInTitle).flatMap(foundIn),
    notes: hits
      .filter(({ titleRank }) => titleRank === notInTitle)
      .sort((a, b) => rankInText(a) - rankInText(b))
      .flatMap(foundIn),
    transcripts: said.flatMap((id) => {
      const content = spoken.get(id);
      return content ? found(content, { transcript: places.get(id), titled: false, described: false }) : [];
    }),
    complete,
  };
}

/** Whole words first; what is only in the description last. */
const rankInText = ({ place }: QuickHit) => place?.rank ?? 10;

function toQuickFound(content: QuickContent, match: Match): QuickFound {
  return {
    content_id: content.id,
    title: content.title,
    content_type: content.contentType,
    cover_url: coverPathOf(content),
    updated_at: content.updatedAt.toISOString(),
    match,
  };
}

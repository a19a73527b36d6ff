import { and, desc, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { librarySearch } from '#db/schema/library-search.ts';
import { tasks } from '#db/schema/tasks.ts';
import { writtenOnce } from '#db/written-once.ts';
import { gramsOfTerms, isLetter, isNarrowText } from '#lib/text/search-grams.ts';
import { type ContentRowSource, contentRowColumns, isItsTask } from './content-rows.ts';
import { kindsOf, type SoughtWord, type SoughtWords, valuesOfWords, wordsOf, wordsTold } from './search-words.ts';

/** The words are the whole title, its beginning, the beginning of a word, inside one, apart from each other, or not in it. */
export type TitleRank = 0 | 1 | 2 | 3 | 4 | 5;
export const notInTitle: TitleRank = 5;

const { title, description, folded, plain, starts, grams } = librarySearch;

const told = <Name extends string>(name: Name) => sql.placeholder(name);
const hasGrams = sql`${grams} @> ${told('grams')}::int[]`;
const has = (text: SQLWrapper, words: SoughtWord['is']) => sql`strpos(${text}, ${words}) > 0`;
const padded = (text: SQLWrapper) => sql`(' ' || ${text} || ' ')`;

function titleRank({ phrase, terms }: SoughtWords): SQL<TitleRank> {
  const all = and(...terms.map(({ is }) => has(title, is)));
  return sql<TitleRank>`case when not (${all}) then 5 when ${title} = ${phrase.is} then 0 when starts_with(${title}, ${phrase.is}) then 1
    when ${has(padded(title), phrase.begins)} then 2 when ${has(title, phrase.is)} then 3 else 4 end`;
}

type Where = { userId: string; terms: readonly string[]; condition: SQL | undefined; limit: number };

/** So many hits beyond the limit are looked through for whole words, as their texts have to be unpacked for it. */
const mostLookedThrough = 500;

/** What the SQL of a statement depends on; values are bound when it is executed. */
type Form = { words: SoughtWords; condition: SQL | undefined };
type Found<Row> = { execute(values: Record<string, unknown>): Promise<Row[]> };

/** Most searches are for a few words in all contents, so their statements are built once and reused. */
function readyFor<Row>(
  write: (executor: Executor, form: Form) => Found<Row>,
): (executor: Executor, where: Where) => Ready<Row[]> {
  const once = writtenOnce((executor, { kinds }: { kinds: string }) =>
    write(executor, { words: wordsTold(kinds), condition: undefined }),
  );
  return (executor, { userId, terms, condition, limit }) => {
    const kinds = kindsOf(terms);
    const isUsual = condition === undefined && terms.length <= mostWrittenOnce;
    const statement = isUsual ? once(executor, { kinds }) : write(executor, { words: wordsTold(kinds), condition });
    const candidates = limit + (haveWholeWords(terms) ? mostLookedThrough : 0);
    const values = { ...valuesOfWords(terms), userId, limit, candidates, grams: gramsOfTerms(terms) };
    return { execute: () => statement.execute(values) };
  };
}
const mostWrittenOnce = 3;

/** Chinese is written without spaces, and a single letter is only found as a word: there no hit is better by being one. */
const haveWholeWords = (terms: readonly string[]) => terms.some((term) => !isLetter(term) && isNarrowText(term));

/** `titled`: the title has one of the words. `place`: where they are in the note; null if they are not. */
type Hit = { titleRank: TitleRank; titled: boolean; place: Place | null };
/** With the shown columns: the description only if it has a word, the excerpt only if no match says what was found. */
export type NoteHit = ContentRowSource & Hit;
export type Ready<Found> = { execute(): Promise<Found> };

// One statement finds, places and reads: beside the index, a search costs mostly round trips to the database.
export const findInNotes = readyFor((executor, form): Found<NoteHit> => {
  const { words } = form;
  const candidates = hitsIn(executor, form)
    .orderBy(sql`title_rank`, ...newestFirst)
    .limit(told('candidates'));
  const counted = sql`select *, count(*) over () > ${told('limit')}::int as cut from ${candidates.as('candidates')}`;
  const hits = sql`(select * from (${counted}) counted order by title_rank, ${isWhole(words, sql`cut`)}, updated_at desc, id desc limit ${told('limit')}) hits`;
  // A place of a single letter may be inside a word, and such a match is not shown.
  const isShown = words.terms.some(({ kind }) => kind === 'letter') ? sql`false` : sql`place is not null or described`;
  return executor
    .select({
      ...contentRowColumns,
      content: {
        ...contentRowColumns.content,
        // Up to a thousand rows, so only what is shown: a match replaces the excerpt, which also stands in for an empty title.
        description: itsDescription,
        noteExcerpt: sql<
          string | null
        >`case when btrim(${contents.title}) = '' or not (${isShown}) then ${contents.noteExcerpt} end`,
      },
      ...hitColumns,
    })
    .from(placedHits(words, hits))
    .innerJoin(contents, isPlaced)
    .leftJoin(tasks, isItsTask)
    .orderBy(...bestFirst)
    .prepare('');
});

const quickColumns = {
  id: contents.id,
  title: contents.title,
  contentType: contents.contentType,
  coverBlob: contents.coverBlob,
  updatedAt: contents.updatedAt,
};
export type QuickContent = Pick<typeof contents.$inferSelect, keyof typeof quickColumns>;
export type QuickHit = { content: QuickContent & { description: string | null } } & Hit;

/** The best hits with the words in the title, and as many without. Columns are carried along, which saves a join. */
export const findTitlesAndNotes = readyFor((executor, form): Found<QuickHit> => {
  const { words } = form;
  const hits = sql`select ${contents.id}, ${contents.title} as content_title, ${contents.description} as content_description, ${contents.contentType},
      ${contents.coverBlob}, ${contents.updatedAt}, ${titleRank(words)} as title_rank
    from ${librarySearch} join ${contents} on ${itsContent} where ${inNotes(form)}`;
  const group = sql`partition by title_rank = 5`;
  const newest = sql`select *, row_number() over (${group} order by title_rank, updated_at desc, id desc) as nth from (${hits}) hits`;
  const counted = sql`select *, count(*) over (${group}) > ${told('limit')}::int as cut from (${newest}) newest where nth <= ${told('candidates')}::int`;
  const ordered = sql`select *, row_number() over (${group} order by title_rank, ${isWhole(words, sql`cut`)}, nth) as place_in_group from (${counted}) counted`;
  const best = sql`(select * from (${ordered}) ordered where place_in_group <= ${told('limit')}::int) hits`;
  const content = {
    id: sql<string>`placed.id`,
    title: sql<string>`content_title`,
    contentType: sql<QuickContent['contentType']>`content_type`,
    coverBlob: sql<string | null>`cover_blob`,
    updatedAt: sql`at_time`.mapWith(contents.updatedAt),
    description: sql<string | null>`case when described then content_description end`,
  };
  const carried = sql`, content_title, content_description, content_type, cover_blob`;
  return executor
    .select({ content, ...hitColumns })
    .from(placedHits(words, best, carried))
    .orderBy(...bestFirst)
    .prepare('');
});

/** Contents by id, without deleted ones and those of other users. */
export async function quickContentsOf(
  executor: Executor,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, QuickContent>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select(quickColumns)
    .from(contents)
    .where(and(eq(contents.userId, userId), isOneOf(contents.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

function hitsIn(executor: Executor, form: Form) {
  return executor
    .select({ id: contents.id, titleRank: titleRank(form.words).as('title_rank'), updatedAt: contents.updatedAt })
    .from(librarySearch)
    .innerJoin(contents, itsContent)
    .where(inNotes(form))
    .$dynamic();
}

/** Sorts those first whose note has the words as whole ones, where only some of the hits are taken: `isCut`. */
function isWhole({ phrase }: SoughtWords, isCut: SQL): SQL {
  return sql`case when title_rank = 5 and ${isCut} then (select ${has(padded(sql`s.folded`), phrase.whole)} from ${librarySearch} s
    where s.user_id = ${told('userId')} and s.content_id = id and s.part = 'note') end desc nulls last`;
}

/** The hits with the places of the words, as the subquery `placed`; `carried`: further columns of `hits` to select. */
function placedHits(words: SoughtWords, hits: SQLWrapper, carried: SQL = sql``): SQL {
  const any = (text: SQL) => sql`(${or(...words.terms.map(({ is }) => has(text, is)))})`;
  const texts = sql`select s.content_id as id, title_rank, hits.updated_at as at_time, ${any(sql`s.title`)} as titled, ${any(sql`s.description`)} as described,
      s.plain || '' as plain, ${padded(sql`s.folded`)} as padded, s.starts${carried}
    from ${hits} join ${librarySearch} s on s.user_id = ${told('userId')} and s.content_id = hits.id and s.part = 'note'`;
  return placing(words, texts);
}

const itsContent = and(eq(contents.userId, librarySearch.userId), eq(contents.id, librarySearch.contentId));
const newestFirst = [desc(contents.updatedAt), desc(contents.id)];

function inNotes({ words, condition }: Form): SQL | undefined {
  const rechecks = words.terms
    .filter(({ kind }) => kind === 'other')
    .map(({ is }) => or(has(title, is), has(folded, is), has(description, is)));
  return and(eq(librarySearch.userId, told('userId')), eq(librarySearch.part, 'note'), hasGrams, ...rechecks, condition);
}

/** Ids, newest first. */
export const findInTranscripts = readyFor(
  (executor, { words, condition }): Found<{ id: string }> =>
    executor
      .select({ id: contents.id })
      .from(librarySearch)
      .innerJoin(contents, itsContent)
      .where(
        and(
          eq(librarySearch.userId, told('userId')),
          eq(librarySearch.part, 'transcript'),
          hasGrams,
          ...words.terms.filter(({ kind }) => kind === 'other').map(({ is }) => has(folded, is)),
          condition,
        ),
      )
      .orderBy(...newestFirst)
      .limit(told('limit'))
      .prepare(''),
);

/** The phrase as whole words, at the beginning of a word, inside a word, or its words apart. */
export type TextRank = 0 | 1 | 2 | 3;
/** `at`: the place in the source, encoded as in `librarySearch.starts`. */
export type Place = { rank: TextRank; snippet: string; cutBefore: boolean; cutAfter: boolean; at: number | null };

const before = 40;
const length = 160;

const rankOfPlace = sql`case when words is not null then 0 when beginning is not null then 1 when within is not null then 2 else 3 end`;
const snippet = sql`substr(plain, greatest(1, place - ${before}::int), ${length}::int)`;
const cutBefore = sql`place > ${before}::int + 1`;
const cutAfter = sql`length(plain) >= greatest(1, place - ${before}::int) + ${length}::int`;
const at = sql`starts[place - length(replace(left(plain, place - 1), chr(10), ''))]`;
const placeFields = sql`'rank', ${rankOfPlace}, 'snippet', ${snippet}, 'cutBefore', ${cutBefore}, 'cutAfter', ${cutAfter}, 'at', ${at}`;

const hitColumns = {
  titleRank: sql<TitleRank>`title_rank`,
  titled: sql<boolean>`titled`,
  place: sql<Place | null>`case when place is not null then json_build_object(${placeFields}) end`,
};
const itsDescription = sql<string | null>`case when described then ${contents.description} end`;
const isPlaced = and(eq(contents.userId, told('userId')), eq(contents.id, sql`placed.id`));
const bestFirst = [sql`title_rank`, sql`at_time desc`, sql`placed.id desc`];

/** `texts`: a query of `plain`, `padded` and `starts`. Adds the first place of the words, as the subquery `placed`. */
function placing({ phrase, terms }: SoughtWords, texts: SQL): SQL {
  // `padded` has a space at both ends: a match that begins with a space has the same position as its word in `plain`.
  const asWord = ({ whole }: SoughtWord) => sql`nullif(strpos(padded, ${whole}), 0)`;
  const anywhere = ({ kind, is }: SoughtWord) => (kind === 'letter' ? sql`null::int` : sql`nullif(strpos(padded, ${is}), 0) - 1`);
  const apart = terms.map((term) => (term.kind === 'letter' ? asWord(term) : anywhere(term)));
  // `offset 0` keeps the planner from inlining the subquery, which would unpack each text once per use.
  return sql`(
    select *, coalesce(words, beginning, within, ${sql.join(apart, sql`, `)}) as place from (
      select *, ${asWord(phrase)} as words, nullif(strpos(padded, ${phrase.begins}), 0) as beginning, ${anywhere(phrase)} as within
      from (${texts} offset 0) texts offset 0
    ) looked offset 0
  ) placed`;
}

export async function placesIn(
  executor: Executor,
  part: 'note' | 'transcript',
  { userId, terms, ids }: { userId: string; terms: readonly string[]; ids: readonly string[] },
): Promise<Map<string, Place>> {
  if (ids.length === 0) return new Map();
  const texts = sql`select ${librarySearch.contentId} as id, ${plain} || '' as plain, ${padded(folded)} as padded, ${starts} as starts from ${librarySearch}
    where ${and(eq(librarySearch.userId, userId), eq(librarySearch.part, part), isOneOf(librarySearch.contentId, ids))}`;
  const { rows } = await executor.execute<{ id: string; place: Place }>(
    sql`select id, json_build_object(${placeFields}) as place from ${placing(wordsOf(terms), texts)} where place is not null`,
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

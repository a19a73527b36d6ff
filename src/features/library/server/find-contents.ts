/** The first stage of a search: which contents, the best first, by an index. The second looks at the texts of those. */
import { and, arrayContains, desc, eq, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { isOneOf } from '#db/one-of.ts';
import { contents } from '#db/schema/content.ts';
import { librarySearch } from '#db/schema/library-search.ts';
import { gramsOfTerms, isLetter, isSure } from '#lib/text/search-grams.ts';

/** In the title: as a whole, at its beginning, at that of a word, within one, its words apart, not at all. */
export type TitleRank = 0 | 1 | 2 | 3 | 4 | 5;
export const notInTitle: TitleRank = 5;

export type Hit = { id: string; titleRank: TitleRank };

const { title, description, folded, plain, starts, grams } = librarySearch;

const has = (text: SQLWrapper, words: string) => sql`strpos(${text}, ${words}) > 0`;
const padded = (text: SQLWrapper) => sql`(' ' || ${text} || ' ')`;

function titleRank(terms: readonly string[]): SQL<TitleRank> {
  const phrase = terms.join(' ');
  const all = and(...terms.map((term) => has(title, term)));
  return sql<TitleRank>`case when not (${all}) then 5 when ${title} = ${phrase} then 0 when starts_with(${title}, ${phrase}) then 1
    when ${has(padded(title), ` ${phrase}`)} then 2 when ${has(title, phrase)} then 3 else 4 end`;
}

type Where = { userId: string; terms: readonly string[]; condition: SQL | undefined; limit: number };

export function findInNotes(executor: Executor, where: Where): Promise<Hit[]> {
  const rank = titleRank(where.terms);
  return executor
    .select({ id: contents.id, titleRank: rank })
    .from(librarySearch)
    .innerJoin(contents, itsContent)
    .where(inNotes(where))
    .orderBy(sql`2`, ...newestFirst)
    .limit(where.limit);
}

/** The best whose titles have it, and as many whose titles have not. */
export function findTitlesAndNotes(executor: Executor, where: Where): Promise<Hit[]> {
  const rank = titleRank(where.terms);
  const hits = executor
    .select({ id: contents.id, titleRank: rank.as('title_rank'), updatedAt: contents.updatedAt })
    .from(librarySearch)
    .innerJoin(contents, itsContent)
    .where(inNotes(where))
    .as('hits');
  const place = sql<number>`row_number() over (partition by ${hits.titleRank} = 5 order by ${hits.titleRank}, ${hits.updatedAt} desc, ${hits.id} desc)`;
  const placed = executor
    .select({ id: hits.id, titleRank: hits.titleRank, place: place.as('place') })
    .from(hits)
    .as('placed');
  return executor
    .select({ id: placed.id, titleRank: placed.titleRank })
    .from(placed)
    .where(lte(placed.place, where.limit))
    .orderBy(sql`${placed.titleRank} = 5`, placed.place);
}

const itsContent = and(eq(contents.userId, librarySearch.userId), eq(contents.id, librarySearch.contentId));
const newestFirst = [desc(contents.updatedAt), desc(contents.id)];

function inNotes({ userId, terms, condition }: Where): SQL | undefined {
  const rechecks = terms
    .filter((term) => !isSure(term))
    .map((term) => or(has(title, term), has(folded, term), has(description, term)));
  return and(
    eq(librarySearch.userId, userId),
    eq(librarySearch.part, 'note'),
    arrayContains(grams, gramsOfTerms(terms)),
    ...rechecks,
    condition,
  );
}

export async function findInTranscripts(executor: Executor, { userId, terms, condition, limit }: Where): Promise<string[]> {
  const rows = await executor
    .select({ id: contents.id })
    .from(librarySearch)
    .innerJoin(contents, itsContent)
    .where(
      and(
        eq(librarySearch.userId, userId),
        eq(librarySearch.part, 'transcript'),
        arrayContains(grams, gramsOfTerms(terms)),
        ...terms.filter((term) => !isSure(term)).map((term) => has(folded, term)),
        condition,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** `at`: as in `librarySearch.starts`. */
/** As words, at the beginning of one, within one, its words apart. */
export type TextRank = 0 | 1 | 2 | 3;
export type Place = { rank: TextRank; snippet: string; cutBefore: boolean; cutAfter: boolean; at: number | null };

const before = 40;
const length = 160;

/** Around the first place of the words in the texts of these contents. */
export async function placesIn(
  executor: Executor,
  { userId, terms, ids, part }: { userId: string; terms: readonly string[]; ids: readonly string[]; part: 'note' | 'transcript' },
): Promise<Map<string, Place>> {
  if (ids.length === 0) return new Map();
  const phrase = terms.join(' ');
  // In a text with a space before and behind: what is found at a space begins one further on, which is its place in the text.
  const asWord = (words: string) => sql`nullif(strpos(padded, ${` ${words} `}), 0)`;
  const anywhere = (words: string) => (isLetter(words) ? sql`null::int` : sql`nullif(strpos(padded, ${words}), 0) - 1`);
  const apart = terms.map((term) => (isLetter(term) ? asWord(term) : anywhere(term)));
  // `offset 0`: each text is unpacked once, and not again for each of its uses.
  const { rows } = await executor.execute<{ id: string } & Place>(sql`
    select id, case when words is not null then 0 when beginning is not null then 1 when within is not null then 2 else 3 end as rank,
      substr(plain, greatest(1, place - ${before}::int), ${length}::int) as snippet,
      place > ${before}::int + 1 as "cutBefore",
      length(plain) >= greatest(1, place - ${before}::int) + ${length}::int as "cutAfter",
      starts[place - length(replace(left(plain, place - 1), chr(10), ''))] as at
    from (
      select *, coalesce(words, beginning, within, ${sql.join(apart, sql`, `)}) as place from (
        select *, ${asWord(phrase)} as words, nullif(strpos(padded, ${` ${phrase}`}), 0) as beginning, ${anywhere(phrase)} as within
        from (
          select ${librarySearch.contentId} as id, ${plain} || '' as plain, ${padded(folded)} as padded, ${starts} as starts from ${librarySearch}
          where ${and(eq(librarySearch.userId, userId), eq(librarySearch.part, part), isOneOf(librarySearch.contentId, ids))}
          offset 0
        ) texts offset 0
      ) looked offset 0
    ) placed where place is not null`);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

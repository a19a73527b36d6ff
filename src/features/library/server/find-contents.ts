/** The first stage of a search: which contents, the best first, by an index. The second looks at the texts of those. */
import { and, arrayContains, desc, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
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

/** `only`: those whose titles have it, or those whose titles have not. */
export function findInNotes(
  executor: Executor,
  { userId, terms, condition, limit, only }: Where & { only?: 'titles' | 'others' },
): Promise<Hit[]> {
  const rank = titleRank(terms);
  const rechecks = terms
    .filter((term) => !isSure(term))
    .map((term) => or(has(title, term), has(folded, term), has(description, term)));
  return executor
    .select({ id: contents.id, titleRank: rank })
    .from(librarySearch)
    .innerJoin(contents, and(eq(contents.userId, librarySearch.userId), eq(contents.id, librarySearch.contentId)))
    .where(
      and(
        eq(librarySearch.userId, userId),
        eq(librarySearch.part, 'note'),
        arrayContains(grams, gramsOfTerms(terms)),
        ...rechecks,
        only === undefined ? undefined : only === 'titles' ? sql`${rank} < 5` : sql`${rank} = 5`,
        condition,
      ),
    )
    .orderBy(sql`2`, desc(contents.updatedAt), desc(contents.id))
    .limit(limit);
}

export async function findInTranscripts(executor: Executor, { userId, terms, condition, limit }: Where): Promise<string[]> {
  const rows = await executor
    .select({ id: contents.id })
    .from(librarySearch)
    .innerJoin(contents, and(eq(contents.userId, librarySearch.userId), eq(contents.id, librarySearch.contentId)))
    .where(
      and(
        eq(librarySearch.userId, userId),
        eq(librarySearch.part, 'transcript'),
        arrayContains(grams, gramsOfTerms(terms)),
        ...terms.filter((term) => !isSure(term)).map((term) => has(folded, term)),
        condition,
      ),
    )
    .orderBy(desc(contents.updatedAt), desc(contents.id))
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
  const places = [
    sql`strpos(${padded(folded)}, ${` ${phrase} `})`,
    sql`strpos(${padded(folded)}, ${` ${phrase}`})`,
    isLetter(phrase) ? sql`0` : sql`strpos(${folded}, ${phrase})`,
    ...terms.map((term) => (isLetter(term) ? sql`strpos(${padded(folded)}, ${` ${term} `})` : sql`strpos(${folded}, ${term})`)),
  ].map((place) => sql`nullif(${place}, 0)`);
  const [words, beginning, within, ...apart] = places;
  const at = executor.$with('at').as(
    executor
      .select({
        contentId: librarySearch.contentId,
        words: sql<number | null>`${words}`.as('words'),
        beginning: sql<number | null>`${beginning}`.as('beginning'),
        place: sql<number | null>`coalesce(${sql.join([words, beginning, within, ...apart], sql`, `)})`.as('place'),
        phrase: sql<boolean>`${within} is not null`.as('phrase'),
      })
      .from(librarySearch)
      .where(and(eq(librarySearch.userId, userId), eq(librarySearch.part, part), inArray(librarySearch.contentId, [...ids]))),
  );
  const head = sql`left(${plain}, ${at.place} - 1)`;
  const rows = await executor
    .with(at)
    .select({
      id: at.contentId,
      rank: sql<TextRank>`case when ${at.words} is not null then 0 when ${at.beginning} is not null then 1 when ${at.phrase} then 2 else 3 end`,
      snippet: sql<string>`substr(${plain}, greatest(1, ${at.place} - ${before}::int), ${length}::int)`,
      cutBefore: sql<boolean>`${at.place} > ${before}::int + 1`,
      cutAfter: sql<boolean>`length(${plain}) >= greatest(1, ${at.place} - ${before}::int) + ${length}::int`,
      at: sql<number | null>`${starts}[length(${head}) - length(replace(${head}, chr(10), '')) + 1]`,
    })
    .from(at)
    .innerJoin(
      librarySearch,
      and(eq(librarySearch.userId, userId), eq(librarySearch.contentId, at.contentId), eq(librarySearch.part, part)),
    )
    .where(sql`${at.place} is not null`);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
